// Loops whose variables are references to what is made of the elements.
#include "converted.h"
#include <array>
#include <cmath>
#include <complex>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace wrap {
BOTH double f(const V &v) {
  std::vector<std::reference_wrapper<const double>> r(v.begin(), v.end());
  V b(r.begin(), r.end());
  double s = 0;
  for (double x : r)
    s += x * x;
  for (const double &x : r)
    s += x * x;
  return s + b[0] * b[1];
}
} // namespace wrap

namespace stackcopy {
BOTH double f(const V &v) {
  std::array<double, 2> a{v[0], v[1]};
  double s = 0;
  for (Area x : a)
    s += x.a;
  double c[2] = {v[2], v[3]};
  for (Area x : c)
    s += x.a;
  for (auto x : c)
    s += x;
  return s;
}
} // namespace stackcopy

namespace exchanged {
BOTH double f(const V &v) {
  double x = v[1];
  double y = std::exchange(x, Squared{v[0]});
  Area a(v[1]);
  Area b = std::exchange(a, v[2]);
  return x * y + a.a * b.a;
}
} // namespace exchanged

namespace complex_numbers {
BOTH double f(const V &v) {
  double s = 0;
  for (const std::complex<double> &z : v)
    s += z.real() * v[1];
  for (std::complex<double> z : v)
    s += (z * z).real();
  std::vector<std::complex<double>> c(v.begin(), v.end());
  return s + std::norm(c[1]);
}
} // namespace complex_numbers

namespace changed_reference {
BOTH double f(const V &v) {
  double s = 0;
  for (Area &&z : v) {
    z.a += v[0];
    s += z.a * z.a;
  }
  return s;
}
} // namespace changed_reference

namespace changed_value {
BOTH double f(const V &v) {
  double s = 0;
  for (Area z : v) {
    z.a *= v[0];
    s += z.a * z.a;
  }
  return s;
}
} // namespace changed_value

namespace strings {
BOTH double f(const V &v) {
  std::vector<const char *> n{"a", "bcd"};
  double s = 0;
  for (const std::string &t : n)
    s += t.size() * v[0];
  for (std::string t : n)
    s += t.size() * v[1];
  std::vector<std::string> k(n.begin(), n.end());
  return s + k[1].size() * v[2];
}
} // namespace strings

namespace enumerations {
enum E { a1 = 1, b1 = 2 };
BOTH double f(const V &v) {
  std::vector<E> n{a1, b1};
  V m(n.begin(), n.end());
  double s = 0;
  for (const int &x : n)
    s += x * v[0];
  for (double x : n)
    s += x * v[1];
  return s * m[1];
}
} // namespace enumerations

namespace map_entries {
BOTH double f(const V &v) {
  std::map<int, double> l{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (const std::pair<int, double> &x : l)
    s += x.second * x.second;
  return s;
}
} // namespace map_entries

namespace pointers {
struct B {
  double a;
};
struct C : B {
  double c;
};
BOTH double f(const V &v) {
  C c1{{v[0]}, 1}, c2{{v[1]}, 2};
  std::vector<C *> ps{&c1, &c2};
  double s = 0;
  for (const B *p : ps)
    s += p->a * p->a;
  for (const B *const &p : ps)
    s += p->a;
  for (B *const &p : ps)
    s += p->a;
  std::vector<B *> bs(ps.begin(), ps.end());
  return s * bs[1]->a;
}
} // namespace pointers

int main() {
  CHECK_CASE_TWICE(wrap);
  CHECK_CASE_TWICE(stackcopy);
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(complex_numbers);
  CHECK_CASE_TWICE(changed_reference);
  CHECK_CASE_TWICE(changed_value);
  CHECK_CASE_TWICE(strings);
  CHECK_CASE_TWICE(enumerations);
  CHECK_CASE_TWICE(map_entries);
  CHECK_CASE_TWICE(pointers);
  return finish();
}
