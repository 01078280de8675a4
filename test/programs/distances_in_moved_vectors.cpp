// Distances of iterators, and their comparisons, in vectors whose elements come to lie elsewhere
// later.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace b9 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[0];
  V r(v);
  auto e = r.rbegin() + 2;
  s += *e * (e - r.rbegin());
  r.push_back(s);
  return r[4];
}
} // namespace b9

namespace b10 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[0];
  V r(v);
  auto e = r.begin() + 2;
  s += *e * (e - r.begin());
  r.push_back(s);
  return r[4];
}
} // namespace b10

namespace b11 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  double *e = r.data() + 2;
  double s = *e * (e - r.data());
  r.push_back(s);
  return r[4];
}
} // namespace b11

namespace b12 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  auto e = std::max_element(r.begin(), r.end());
  double s = *e * (e - r.begin() + 1);
  r.push_back(s);
  return r[4];
}
} // namespace b12

namespace b13 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  double s = 0;
  for (auto e = r.begin(); e != r.end(); ++e)
    s += *e * (e - r.begin());
  r.push_back(s);
  return r[4];
}
} // namespace b13

namespace cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  auto e = std::max_element(r.begin(), r.end());
  double s = 1;
  if (e == r.begin())
    s = *e * v[2];
  else
    s = *e * *e;
  r.push_back(s);
  return r[4] * r[0];
}
} // namespace cond

namespace cond2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  auto e = std::max_element(r.begin(), r.end());
  double s = e != r.begin() ? *e * v[2] : v[3];
  r.push_back(s);
  r.push_back(s * s);
  return r[5] * r[0];
}
} // namespace cond2

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  double s = 0;
  for (int t = 0; t < 4; t++) {
    auto e = std::min_element(r.begin(), r.end());
    auto k = e - r.begin();
    s += *e * (k + 1) * (e - r.begin());
    r.push_back(s * v[1] + 2);
    if (e == r.begin())
      s *= v[0];
  }
  return s;
}
} // namespace loop

namespace loopcond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  double s = 0;
  for (int t = 0; t < 4; t++) {
    double *p = r.data() + t;
    double *q = &r[0];
    if (p > q + 1)
      s += *p * (p - q);
    else
      s += *p * *q;
    r.push_back(s);
  }
  return s * r.back();
}
} // namespace loopcond

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  auto e = r.begin() + 1;
  double s = *e * (r.end() - e);
  r = V{s, v[0]};
  r.resize(300, s);
  return r[299] * r[0];
}
} // namespace assigned

namespace swapped {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v), w(2, v[1]);
  auto e = r.begin() + 1;
  double s = *e * (e - r.begin()) * v[2];
  r.swap(w);
  return s * (e - w.begin()) * *e + r[0];
}
} // namespace swapped

namespace vv {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> r{v, v};
  auto it = r.begin() + 1;
  double s = (*it)[0] * (it - r.begin()) * v[1];
  r.push_back(V{s});
  r.push_back(V{s});
  return r[3][0] * r[1][1];
}
} // namespace vv

namespace of_member {
struct S {
  V r;
  double add(double x) {
    auto e = std::max_element(r.begin(), r.end());
    double s = *e * (e - r.begin() + 1) * x;
    r.push_back(s);
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s{v};
  double t = s.add(v[0]);
  t += s.add(v[1]) * s.r[4];
  return t;
}
} // namespace of_member

namespace whilecond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  double s = 1;
  auto e = r.begin();
  while (e < r.end() && *e > 0.1) {
    s *= *e + (r.end() - e);
    ++e;
  }
  r.push_back(s);
  r.insert(r.begin(), s);
  return r[0] * r[5];
}
} // namespace whilecond

namespace switchc {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  auto e = std::max_element(r.begin(), r.end());
  double s = 0;
  switch (e - r.begin()) {
  case 0:
    s = *e * v[1];
    break;
  case 1:
    s = *e * v[2];
    break;
  default:
    s = *e * *e;
  }
  r.push_back(s);
  return r[4] * s;
}
} // namespace switchc

namespace index {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v), w(v);
  auto e = std::max_element(r.begin(), r.end());
  double s = w[e - r.begin()] * v[0];
  w[e - r.begin()] *= s;
  r.push_back(s);
  r.push_back(1);
  return w[0] * w[1] * w[2] + r[4];
}
} // namespace index

namespace behind {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  V *p = &r;
  auto e = p->begin() + 2;
  double s = *e * (e - p->begin());
  p->push_back(s);
  p->push_back(s * s);
  return (*p)[5] * r[4];
}
} // namespace behind

namespace heap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<V>(v);
  auto e = std::max_element(p->begin(), p->end());
  double s = *e * (e - p->begin() + 1);
  p->push_back(s);
  p->push_back(s * s);
  return (*p)[5] * (*p)[4];
}
} // namespace heap

namespace inrow {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> r{v, v};
  for (auto &row : r) {
    auto e = std::max_element(row.begin(), row.end());
    double s = *e * (e - row.begin() + 1);
    row.push_back(s);
    row.push_back(s * row[4]);
  }
  return r[0][5] * r[1][4];
}
} // namespace inrow

namespace byref {
static double ext(V &r, double x) {
  auto e = std::max_element(r.begin(), r.end());
  double s = *e * (e - r.begin() + 1) * x;
  r.push_back(s);
  return s * r[4];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r(v);
  return ext(r, v[0]) + ext(r, v[1]) * r[5];
}
} // namespace byref

namespace inmap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> m;
  m[1] = v;
  auto &r = m[1];
  auto e = std::max_element(r.begin(), r.end());
  double s = *e * (e - r.begin() + 1);
  r.push_back(s);
  return m[1][4] * s;
}
} // namespace inmap

namespace lower {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V r{0.1, 0.5, 2.5};
  auto it = std::lower_bound(r.begin(), r.end(), v[0]);
  double w = (v[0] - r[it - r.begin() - 1]) * (it - r.begin());
  it = r.insert(it, w);
  r.push_back(*it * 2);
  return r[it - r.begin()] * r.back() * (it - r.begin());
}
} // namespace lower

int main() {
  CHECK_CASE_TWICE(b9);
  CHECK_CASE_TWICE(b10);
  CHECK_CASE_TWICE(b11);
  CHECK_CASE_TWICE(b12);
  CHECK_CASE_TWICE(b13);
  CHECK_CASE_TWICE(cond);
  CHECK_CASE_TWICE(cond2);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(loopcond);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(swapped);
  CHECK_CASE_TWICE(vv);
  CHECK_CASE_TWICE(of_member);
  CHECK_CASE_TWICE(whilecond);
  CHECK_CASE_TWICE(switchc);
  CHECK_CASE_TWICE(index);
  CHECK_CASE_TWICE(behind);
  CHECK_CASE_TWICE(heap);
  CHECK_CASE_TWICE(inrow);
  CHECK_CASE_TWICE(byref);
  CHECK_CASE_TWICE(inmap);
  CHECK_CASE_TWICE(lower);
  return finish();
}
