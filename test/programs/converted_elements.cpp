// Containers made of elements of other classes, by ranges and by emplace.
#include "converted.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace emplace_list {
BOTH double f(const V &v) {
  std::list<double> l;
  l.emplace_back(Squared{v[0]});
  l.emplace_front(Squared{v[1]});
  return l.front() * 3 + l.back();
}
} // namespace emplace_list

namespace emplace_stack {
BOTH double f(const V &v) {
  std::stack<double> l;
  l.emplace(Squared{v[0]});
  return l.top();
}
} // namespace emplace_stack

namespace emplace_queue {
BOTH double f(const V &v) {
  std::queue<double> l;
  l.emplace(Squared{v[0]});
  return l.front();
}
} // namespace emplace_queue

namespace emplace_set {
BOTH double f(const V &v) {
  std::set<double> l;
  l.emplace(Squared{v[0]});
  l.emplace(Squared{v[1]});
  return *l.begin();
}
} // namespace emplace_set

namespace emplace_pos {
BOTH double f(const V &v) {
  V l{1.0, v[1]};
  l.emplace(l.begin(), Squared{v[0]});
  return l[0] * l[2];
}
} // namespace emplace_pos

namespace emplace_pos_deque {
BOTH double f(const V &v) {
  std::deque<double> l{1.0, v[1]};
  l.emplace(l.begin(), Squared{v[0]});
  return l[0] * l[2];
}
} // namespace emplace_pos_deque

namespace emplace_pos_list {
BOTH double f(const V &v) {
  std::list<double> l{1.0, v[1]};
  l.emplace(l.begin(), Squared{v[0]});
  return l.front() * l.back();
}
} // namespace emplace_pos_list

namespace list_range {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  std::list<double> b(q.begin(), q.end());
  return b.front() * b.back();
}
} // namespace list_range

namespace list_from_list {
BOTH double f(const V &v) {
  std::list<Squared> q{{v[0]}, {v[1]}};
  std::vector<double> b(q.begin(), q.end());
  return b.front() * b.back();
}
} // namespace list_from_list

namespace deque_range {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  std::deque<double> b(q.begin(), q.end());
  return b[0] * b[1];
}
} // namespace deque_range

namespace set_range {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  std::set<double> b(q.begin(), q.end());
  return *b.begin();
}
} // namespace set_range

namespace pq_range {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  std::priority_queue<double> b(q.begin(), q.end());
  return b.top();
}
} // namespace pq_range

namespace member_range {
struct H {
  V b;
  H(const std::vector<Squared> &q) : b(q.begin(), q.end()) {}
};
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  H h(q);
  return h.b[0] * h.b[1];
}
} // namespace member_range

namespace pointer_range {
BOTH double f(const V &v) {
  Squared q[2] = {{v[0]}, {v[1]}};
  V b(q, q + 2);
  return b[0] * b[1];
}
} // namespace pointer_range

namespace array_range_const {
BOTH double f(const V &v) {
  std::array<Squared, 2> q{{{v[0]}, {v[1]}}};
  V b(q.begin(), q.end());
  return b[0] * b[1];
}
} // namespace array_range_const

namespace reverse_range {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  V b(q.rbegin(), q.rend());
  return b[0] * b[0] * b[1];
}
} // namespace reverse_range

namespace area_range {
BOTH double f(const V &v) {
  std::vector<Area> b(v.begin(), v.end());
  return b[0].a * b[1].a;
}
} // namespace area_range

namespace area1_range {
BOTH double f(const V &v) {
  std::vector<Area1> b(v.begin(), v.end());
  return b[0].a * b[1].a;
}
} // namespace area1_range

namespace sliced {
BOTH double f(const V &v) {
  std::vector<Derived> q{{{v[0]}, 1}, {{v[1]}, 2}};
  std::vector<Base> b(q.begin(), q.end());
  return b[0].a * b[1].a;
}
} // namespace sliced

namespace explicit_make {
struct Ex {
  double a;
  explicit Ex(double x) : a(x * x) {}
};
BOTH double f(const V &v) {
  std::vector<Ex> b(v.begin(), v.end());
  b.emplace_back(v[0]);
  return b[0].a * b[1].a * b[4].a;
}
} // namespace explicit_make

namespace wrappers {
BOTH double f(const V &v) {
  std::vector<std::reference_wrapper<const double>> r(v.begin(), v.end());
  std::vector<Area> b(r.begin(), r.end());
  std::list<double> l(r.begin(), r.end());
  std::vector<std::reference_wrapper<const double>> r2(r.begin(), r.end());
  return b[0].a * l.front() * r2[1].get();
}
} // namespace wrappers

namespace rows {
struct Row {
  V d;
  Row() = default;
  Row(const V &x) : d(x) { d[0] *= d[0]; }
};
BOTH double f(const V &v) {
  std::vector<V> a{v, v};
  std::vector<Row> b(a.begin(), a.end());
  std::vector<V> c(a.begin(), a.end());
  double s = 0;
  for (Row r : a) {
    r.d.push_back(v[1]);
    s += r.d[0] * r.d[4];
  }
  for (Row &&r : a) {
    r.d.push_back(v[1]);
    s += r.d[0] * r.d[4];
  }
  return s + b[0].d[0] * c[1][1];
}
} // namespace rows

int main() {
  CHECK_CASE_TWICE(emplace_list);
  CHECK_CASE_TWICE(emplace_stack);
  CHECK_CASE_TWICE(emplace_queue);
  CHECK_CASE_TWICE(emplace_set);
  CHECK_CASE_TWICE(emplace_pos);
  CHECK_CASE_TWICE(emplace_pos_deque);
  CHECK_CASE_TWICE(emplace_pos_list);
  CHECK_CASE_TWICE(list_range);
  CHECK_CASE_TWICE(list_from_list);
  CHECK_CASE_TWICE(deque_range);
  CHECK_CASE_TWICE(set_range);
  CHECK_CASE_TWICE(pq_range);
  CHECK_CASE_TWICE(member_range);
  CHECK_CASE_TWICE(pointer_range);
  CHECK_CASE_TWICE(array_range_const);
  CHECK_CASE_TWICE(reverse_range);
  CHECK_CASE_TWICE(area_range);
  CHECK_CASE_TWICE(area1_range);
  CHECK_CASE_TWICE(sliced);
  CHECK_CASE_TWICE(explicit_make);
  CHECK_CASE_TWICE(wrappers);
  CHECK_CASE_TWICE(rows);
  return finish();
}
