// Explicit specialisations whose arguments have longer names outside of their namespace.
#include "vectors.h"
#include <vector>

using V = std::vector<double>;

namespace lib {
namespace detail {
struct Order {
  static constexpr int n = 3;
};
} // namespace detail
template <class T, class U> struct Rule {
  static double at(double x) { return x; }
  double k = 1;
};
template <> struct Rule<detail::Order, detail::Order> {
  double k = 2;
  static double at(double x) { return x * x; }
};
typedef Rule<detail::Order, detail::Order> Fast;
template <class R> double run(double x, const R &r) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += R::at(x * r.k);
  return s;
}
template <class R> struct User {
  R r;
  double apply(double x) const {
    if (x > 5)
      return apply(x - 1);
    return run(x, r);
  }
  template <class Q> static bool big(double x, const Q &) { return x > 1; }
};
} // namespace lib

namespace given {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  lib::Fast r;
  r.k = v[0];
  return lib::run(v[1], r) * v[2];
}
} // namespace given

namespace member_of_template {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  lib::User<lib::Fast> u;
  u.r.k = v[0];
  double s = u.apply(v[1] + 7);
  if (lib::User<lib::Fast>::big<lib::Fast>(v[2], u.r))
    s *= v[3];
  return s;
}
} // namespace member_of_template

namespace in_vectors {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<lib::Fast> r(3);
  r[1].k = v[0];
  r[2].k = v[2];
  double s = 0;
  for (auto &q : r)
    s += lib::run(v[1], q);
  return s;
}
} // namespace in_vectors

int main() {
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(member_of_template);
  CHECK_CASE_TWICE(in_vectors);
  return finish();
}
