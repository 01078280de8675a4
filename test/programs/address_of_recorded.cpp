// Addresses of what is recorded: where a statement reads the value of a place, and asks where it
// lies, too, only the value comes from the record.
#include "vectors.h"
#include <array>
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace element_of_parameter {
BOTH double f(const V &v) {
  V x = v;
  double s = 1;
  for (int i = 0; i < int(x.size()); ++i) {
    x[i] *= x[i] * (&x[i] == &x[2] ? 3 : 1);
    s += x[i] * x[i];
  }
  return s;
}
} // namespace element_of_parameter

namespace first_of_list {
BOTH double f(const V &v) {
  std::list<double> l(v.begin(), v.end());
  const double *first = &l.front();
  for (auto &e : l)
    e *= e * (&e == first ? 3 : 1);
  return l.front() + 2 * l.back();
}
} // namespace first_of_list

namespace index_of_element {
BOTH double f(const V &v) {
  V w(v.size(), v[0]);
  for (double &e : w)
    e *= v[&e - w.data()];
  double s = 0;
  for (double e : w)
    s += e * e;
  return s;
}
} // namespace index_of_element

namespace standard_address {
BOTH double f(const V &v) {
  V w = v;
  for (double &e : w)
    e *= e + double(std::addressof(e) - w.data()) * v[0];
  return w[0] * w[1] + w[2] * w[3];
}
} // namespace standard_address

namespace value_of_map {
BOTH double f(const V &v) {
  std::map<int, double> m;
  for (int i = 0; i < int(v.size()); ++i)
    m[i % 3] += v[i];
  const double *second = &m[1];
  double s = 0;
  for (auto &[key, e] : m) {
    e *= e * (&e == second ? key + 2 : 1);
    s += e * e;
  }
  return s;
}
} // namespace value_of_map

namespace member_of_element {
struct Node {
  double w, k;
};
BOTH double f(const V &v) {
  std::vector<Node> nodes;
  for (double e : v)
    nodes.push_back({e, 1 + e * e});
  const Node *last = &nodes.back();
  for (Node &n : nodes) {
    n.w *= n.w * n.k * (&n == last ? 2 : 1);
    n.k *= n.w * n.k * (&n.k == &last->k ? 3 : 1);
  }
  double s = 0;
  for (const Node &n : nodes)
    s += n.w * n.k;
  return s;
}
} // namespace member_of_element

namespace whole_object {
struct Node {
  double w, k;
};
BOTH double f(const V &v) {
  Node nodes[4];
  for (int i = 0; i < 4; ++i)
    nodes[i] = {v[i], 1 + v[i]};
  for (int t = 0; t < 2; ++t)
    for (Node &n : nodes)
      n = Node{n.w * n.k * (&n == nodes + 1 ? 2 : 1), n.w + double(&n - nodes) * n.k};
  return nodes[0].w * nodes[1].w + nodes[2].k * nodes[3].w;
}
} // namespace whole_object

namespace local_variable {
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  const double *cur = &b;
  for (double e : v) {
    a *= a * e * (cur == &a ? 2 : 1);
    b *= e + (cur == &b ? b : 1);
    cur = cur == &a ? &b : &a;
  }
  return a * b;
}
} // namespace local_variable

namespace members_by_address {
struct Pair {
  double a, b;
};
BOTH double f(const V &v) {
  Pair p{v[0], v[1]};
  double *cur = &p.a;
  for (double e : v) {
    p.a *= p.a * e * (cur == &p.a ? 2 : 1);
    p.b *= e + p.b * (cur == &p.b ? 3 : 1);
    *cur += e;
    cur = cur == &p.a ? &p.b : &p.a;
  }
  return p.a * p.b;
}
} // namespace members_by_address

namespace row_of_matrix {
BOTH double f(const V &v) {
  double m[2][2] = {{v[0], v[1]}, {v[2], v[3]}};
  for (int t = 0; t < 2; ++t)
    for (auto &row : m)
      for (double &e : row)
        e *= e * (&e == &m[1][0] ? 2 : 1) + double(&row - m) + double(&e - row) * row[0];
  return m[0][0] + m[0][1] * m[1][0] * m[1][1];
}
} // namespace row_of_matrix

namespace written_in_place {
inline double next(const double &a, const double *base) { return (&a)[1] * a + double(&a - base); }
BOTH double f(const V &v) {
  V x = v;
  for (int i = 0; i + 1 < int(x.size()); ++i)
    x[i] *= x[i] + next(x[i], x.data());
  return x[0] * x[1] + x[2];
}
} // namespace written_in_place

namespace asked_in_a_branch {
BOTH double f(const V &v) {
  V x = v;
  const double *third = &x[2];
  for (double &e : x) {
    if (&e == third)
      e *= e;
    else
      e *= 2 + e;
    e = &e < third ? e * e : e;
  }
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace asked_in_a_branch

namespace element_of_pair {
BOTH double f(const V &v) {
  std::pair<double, double> p{v[0], v[1]};
  const double *which[2] = {&p.first, &p.second};
  for (int i = 0; i < 4; ++i) {
    p.first *= p.first * v[i] * (which[i % 2] == &p.first ? 2 : 1);
    p.second *= v[i] + p.second * (which[i % 2] == &p.second ? 3 : 1);
  }
  return p.first * p.second;
}
} // namespace element_of_pair

namespace neighbours_by_address {
BOTH double f(const V &v) {
  std::array<double, 6> a{v[0], v[1], v[2], v[3], v[0], v[1]};
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < 5; ++i)
      a[i] = a[i] * *(&a[i] - 1) + 0.1 * *(&a[i] + 1) * double(&a[i] - &a[0]);
  return a[1] + a[2] * a[3] * a[4];
}
} // namespace neighbours_by_address

namespace pointer_to_pointer {
BOTH double f(const V &v) {
  V x = v;
  double *p = &x[0], *q = &x[1];
  double **cur = &p;
  for (int i = 0; i < 4; ++i) {
    **cur *= **cur * v[i] * (cur == &p ? 2 : 1) * (*cur == &x[1] ? 1.5 : 1);
    cur = cur == &p ? &q : &p;
  }
  return x[0] * x[1];
}
} // namespace pointer_to_pointer

namespace call_beside_address {
BOTH double f(const V &v) {
  V x = v;
  for (double &e : x) {
    e = std::sin(e) * (&e == &x[1] ? 2 : 1) + std::exp(e * double(&e - x.data()) * 0.1);
    e *= std::sin(e) * e;
  }
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace call_beside_address

namespace kept_for_an_inner_loop {
BOTH double f(const V &v) {
  double w[4] = {v[0], v[1], v[2], v[3]}, s = 1;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        s += 0.1 * w[i] * w[j] * (&w[i] < &w[j] ? 1 : 2);
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace kept_for_an_inner_loop

namespace kept_for_a_loop_of_addresses {
BOTH double f(const V &v) {
  V w = v;
  double s = 1;
  const double *base = w.data();
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      double y = 0;
      for (int j = 0; j < 4; ++j)
        y += w[i] * std::sin(w[i] * w[j]) * double(&w[j] - base);
      s += 0.01 * y;
    }
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace kept_for_a_loop_of_addresses

namespace factor_of_a_loop {
BOTH double f(const V &v) {
  double a = v[0], b = v[1], s = 0;
  double k = v[2];
  const double *which = &b;
  for (int i = 0; i < 4; ++i) {
    const double r = a * b * k;
    s += r * r * (&a == which ? 1 : 1.5);
    which = which == &a ? &b : &a;
    a = a * r * 0.5 + v[i];
    b += 0.5 * r;
  }
  return s;
}
} // namespace factor_of_a_loop

namespace stencils {
BOTH double f(const V &v) {
  V u(12), w(12);
  for (int i = 0; i < 12; ++i)
    u[i] = v[i % 4];
  const double *mid = &u[5];
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i + 1 < 12; ++i)
      w[i] = 0.3 * u[i - 1] * u[i] * (&u[i] == mid ? 2 : 1) + u[i + 1];
    for (int i = 1; i + 1 < 12; ++i)
      u[i] = 0.3 * u[i] * u[i - 1] + std::sin(w[i]) * (&u[i] < mid ? 0.5 : 0.25);
  }
  return u[3] + u[5] * u[6] + u[10];
}
} // namespace stencils

namespace numbers_of_an_object {
struct O {
  int n;
  double w;
  int m;
};
BOTH double f(const V &v) {
  O o{3, v[0], 2};
  double s = 0;
  const int *which = &o.n;
  for (int i = 0; i < o.n; ++i) {
    s += o.w * v[i] * (which == &o.n ? o.n : 1) * (which == &o.m ? o.m : 1);
    which = which == &o.n ? &o.m : &o.n;
    o.w *= s;
  }
  return s;
}
} // namespace numbers_of_an_object

int main() {
  CHECK_CASE_TWICE(element_of_parameter);
  CHECK_CASE_TWICE(first_of_list);
  CHECK_CASE_TWICE(index_of_element);
  CHECK_CASE_TWICE(standard_address);
  CHECK_CASE_TWICE(value_of_map);
  CHECK_CASE_TWICE(member_of_element);
  CHECK_CASE_TWICE(whole_object);
  CHECK_CASE_TWICE(local_variable);
  CHECK_CASE_TWICE(members_by_address);
  CHECK_CASE_TWICE(row_of_matrix);
  CHECK_CASE_TWICE(written_in_place);
  CHECK_CASE_TWICE(asked_in_a_branch);
  CHECK_CASE_TWICE(element_of_pair);
  CHECK_CASE_TWICE(neighbours_by_address);
  CHECK_CASE_TWICE(pointer_to_pointer);
  CHECK_CASE_TWICE(call_beside_address);
  CHECK_CASE_TWICE(kept_for_an_inner_loop);
  CHECK_CASE_TWICE(kept_for_a_loop_of_addresses);
  CHECK_CASE_TWICE(factor_of_a_loop);
  CHECK_CASE_TWICE(stencils);
  CHECK_CASE_TWICE(numbers_of_an_object);
  return finish();
}
