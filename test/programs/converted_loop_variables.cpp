// Loops whose variables are made of the elements by conversions of classes.
#include "converted.h"
#include <array>
#include <cmath>
#include <complex>
#include <deque>
#include <forward_list>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace emplace_after {
BOTH double f(const V &v) {
  std::forward_list<double> l{v[1]};
  l.emplace_after(l.begin(), Squared{v[0]});
  l.emplace_front(Squared{v[2]});
  double s = 1;
  for (double x : l)
    s *= x;
  return s;
}
} // namespace emplace_after

namespace area_loop {
BOTH double f(const V &v) {
  double s = 1;
  for (Area a : v)
    s *= a.a;
  return s;
}
} // namespace area_loop

namespace area_loop_ref {
BOTH double f(const V &v) {
  double s = 1;
  for (const Area &a : v)
    s *= a.a;
  return s;
}
} // namespace area_loop_ref

namespace area_loop_rref {
BOTH double f(const V &v) {
  double s = 1;
  for (Area1 &&a : v) {
    a.a *= 2;
    s *= a.a;
  }
  return s;
}
} // namespace area_loop_rref

namespace loop_ref_num {
BOTH double f(const V &v) {
  std::vector<Squared> q{{v[0]}, {v[1]}};
  double s = 1;
  for (const double &a : q)
    s *= a;
  return s;
}
} // namespace loop_ref_num

namespace loop_float {
BOTH double f(const V &v) {
  double s = 1;
  for (const int &a : v)
    s *= v[0] + a;
  return s;
}
} // namespace loop_float

namespace loop_int_to_double {
BOTH double f(const V &v) {
  std::vector<int> q{1, 2, 3};
  double s = 1;
  for (const double &a : q)
    s *= v[0] * a / 2;
  return s;
}
} // namespace loop_int_to_double

namespace loop_long_double {
BOTH double f(const V &v) {
  std::vector<float> q{1, 2, 3};
  double s = 1;
  for (const double &a : q)
    s *= v[0] * a / 2;
  for (double a : q)
    s *= v[1] * a;
  return s;
}
} // namespace loop_long_double

namespace base_loop {
BOTH double f(const V &v) {
  std::vector<Derived> q{{{v[0]}, 1}, {{v[1]}, 2}};
  double s = 1;
  for (Base b : q)
    s *= b.a;
  for (const Base &b : q)
    s *= b.a;
  for (Base &b : q)
    b.a *= 2;
  return s * q[0].a;
}
} // namespace base_loop

namespace optional_loop {
BOTH double f(const V &v) {
  double s = 1;
  for (std::optional<double> b : v)
    s *= *b;
  return s;
}
} // namespace optional_loop

int main() {
  CHECK_CASE_TWICE(emplace_after);
  CHECK_CASE_TWICE(area_loop);
  CHECK_CASE_TWICE(area_loop_ref);
  CHECK_CASE_TWICE(area_loop_rref);
  CHECK_CASE_TWICE(loop_ref_num);
  CHECK_CASE_TWICE(loop_float);
  CHECK_CASE_TWICE(loop_int_to_double);
  CHECK_CASE_TWICE(loop_long_double);
  CHECK_CASE_TWICE(base_loop);
  CHECK_CASE_TWICE(optional_loop);
  return finish();
}
