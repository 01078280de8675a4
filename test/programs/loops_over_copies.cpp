// Loops over copies of elements that hold vectors: `for (auto row : rows)`.
#include "vectors.h"
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

struct A {
  std::vector<double> c;
  double b;
};
struct P {
  double x;
  std::string name;
  std::vector<int> ids;
};

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> r{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (auto row : r) {
    row[0] *= 2;
    for (double x : row)
      s += x * x;
  }
  return s;
}
} // namespace rows

namespace changed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> ws;
  for (int i = 0; i < 3; ++i)
    ws.push_back(A{{v[i], v[i + 1]}, v[i]});
  double s = 0;
  for (auto w : ws) {
    w.c.push_back(w.b);
    w.c[0] *= s + 1;
    w.b += 1;
    s += w.c[0] * w.b * w.c.back();
  }
  for (const auto &w : ws)
    s *= w.c[0];
  return s;
}
} // namespace changed

namespace constants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> ws;
  for (int i = 0; i < 3; ++i)
    ws.push_back(A{{v[i], v[i + 1]}, v[i]});
  double s = 0;
  for (const A w : ws)
    s += w.c[0] * w.b;
  return s;
}
} // namespace constants

namespace entries_bound {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::vector<double>> m;
  m[1] = {v[0], v[1]};
  m[2] = {v[2], v[3]};
  double s = 0;
  for (auto [k, w] : m) {
    w[0] *= k;
    s += w[0] * w[1];
  }
  return s;
}
} // namespace entries_bound

namespace entries {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, A> m;
  m[1] = A{{v[0]}, v[1]};
  m[2] = A{{v[2]}, v[3]};
  double s = 0;
  for (auto e : m)
    s += e.second.c[0] * e.second.b * e.first;
  return s;
}
} // namespace entries

namespace pairs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<double, std::vector<double>>> m;
  m.push_back({v[0], {v[1], v[2]}});
  m.push_back({v[3], {v[1], v[0]}});
  double s = 0;
  for (auto [k, w] : m) {
    w[0] *= k;
    s += w[0] * w[1];
  }
  for (auto p : m)
    s += p.first * p.second[1];
  return s;
}
} // namespace pairs

namespace with_names {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> m{{v[0], "a", {1, 2}}, {v[1], "b", {3}}};
  double s = 0;
  for (auto p : m) {
    p.ids.push_back(7);
    s += p.x * p.ids.back() * (p.name == "a" ? 2 : 3);
  }
  return s;
}
} // namespace with_names

namespace arrays {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A ws[2] = {{{v[0], v[1]}, v[2]}, {{v[3]}, v[0]}};
  double s = 0;
  for (auto w : ws) {
    w.c[0] *= w.b;
    s += w.c[0];
  }
  return s;
}
} // namespace arrays

namespace standard_arrays {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::array<A, 2> ws{{{{v[0], v[1]}, v[2]}, {{v[3]}, v[0]}}};
  double s = 0;
  for (auto w : ws) {
    w.c[0] *= w.b;
    s += w.c[0];
  }
  return s;
}
} // namespace standard_arrays

namespace lists {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a{{v[0], v[1]}, v[2]};
  double s = 0;
  for (A w : {a, a}) {
    w.c[0] *= w.b + s;
    s += w.c[0];
  }
  return s;
}
} // namespace lists

namespace in_callees {
static double g(const std::vector<A> &ws) {
  double s = 0;
  for (auto w : ws) {
    w.c[0] *= w.b;
    s += w.c[0];
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> ws;
  for (int i = 0; i < 3; ++i)
    ws.push_back(A{{v[i], v[i + 1]}, v[i]});
  return g(ws) * v[3];
}
} // namespace in_callees

namespace nested {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<std::vector<double>>> r{{{v[0], v[1]}, {v[2]}}, {{v[2], v[3]}}};
  double s = 0;
  for (auto m : r)
    for (auto row : m) {
      row[0] *= 2;
      for (auto x : row)
        s = s * 0.5 + x;
    }
  return s;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(changed);
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(entries_bound);
  CHECK_CASE_TWICE(entries);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(with_names);
  CHECK_CASE_TWICE(arrays);
  CHECK_CASE_TWICE(standard_arrays);
  CHECK_CASE_TWICE(lists);
  CHECK_CASE_TWICE(in_callees);
  CHECK_CASE_TWICE(nested);
  return finish();
}
