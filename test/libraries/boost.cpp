// Boost as it is (Debian: libboost-dev). With
//   test/programs/run.py --libraries boost --flag=-Itest/programs
// where it is installed.
#include "vectors.h"
#include <cmath>
#include <utility>
#include <vector>

using V = std::vector<double>;

#include <boost/array.hpp>
#include <boost/math/quadrature/trapezoidal.hpp>
#include <boost/math/tools/roots.hpp>
#include <boost/numeric/odeint.hpp>
#include <boost/optional.hpp>

namespace od = boost::numeric::odeint;

namespace runge_kutta {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> x{v[0], v[1]};
  boost::numeric::odeint::runge_kutta4<std::vector<double>> st;
  auto sys = [&](const std::vector<double> &x, std::vector<double> &dx, double) {
    dx[0] = v[2] * x[1];
    dx[1] = -v[3] * x[0];
  };
  for (int i = 0; i < 5; ++i)
    st.do_step(sys, x, i * 0.1, 0.1);
  return x[0] * x[1];
}
} // namespace runge_kutta

namespace array {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  boost::array<double, 3> a;
  for (int i = 0; i < 3; ++i)
    a[i] = v[i] * v[3];
  double s = 0;
  for (double x : a)
    s += x * x;
  return s;
}
} // namespace array

namespace trapezoidal {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](double x) { return std::sin(v[0] * x) + v[1]; };
  return boost::math::quadrature::trapezoidal(g, 0.0, 1.0, 1e-8);
}
} // namespace trapezoidal

namespace newton {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](double x) { return std::make_pair(x * x * x - v[0] - 3, 3 * x * x); };
  return boost::math::tools::newton_raphson_iterate(g, 1.5, 0.5, 4.0, 40) * v[1];
}
} // namespace newton

namespace optional_value {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  boost::optional<double> o;
  if (v[0] > -100)
    o = v[0] * v[1];
  return o ? *o * v[2] : 0.0;
}
} // namespace optional_value

namespace dormand_prince {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  typedef std::vector<double> S;
  S x{v[0], v[1]};
  auto l = [&](const S &x, S &d, double) {
    d[0] = x[1] * v[2];
    d[1] = -x[0] * v[3];
  };
  od::integrate_adaptive(od::make_controlled<od::runge_kutta_dopri5<S>>(1e-8, 1e-8), l, x, 0.0, 0.5,
                         0.1);
  return x[0] * x[1];
}
} // namespace dormand_prince

namespace symplectic {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  typedef std::vector<double> S;
  std::pair<S, S> st{{v[0]}, {v[1]}};
  od::symplectic_rkn_sb3a_mclachlan<S> rkn;
  auto l = [&](const S &q, S &dp) { dp[0] = -v[2] * q[0]; };
  for (int i = 0; i < 3; ++i)
    rkn.do_step(l, st, 0.1 * i, 0.1);
  return st.first[0] * st.second[0] * v[3];
}
} // namespace symplectic

namespace bisection {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](double x) { return x * x * x - v[0] - 3; };
  auto p =
      boost::math::tools::bisect(g, 0.5, 4.0, [](double a, double b) { return b - a < 1e-12; });
  double x = p.first;
  return x - (x * x * x - v[0] - 3) / (3 * x * x);
}
} // namespace bisection

int main() {
  CHECK_CASE_TWICE(runge_kutta);
  CHECK_CASE_TWICE(array);
  CHECK_CASE_TWICE(trapezoidal);
  CHECK_CASE_TWICE(newton);
  CHECK_CASE_TWICE(optional_value);
  CHECK_CASE_TWICE(dormand_prince);
  CHECK_CASE_TWICE(symplectic);
  CHECK_CASE_TWICE(bisection);
  return finish();
}
