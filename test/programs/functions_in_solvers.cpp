// Classes that keep the functions they work on, and leave loops early.
#include "scalars.h"
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace function_member {
struct Problem {
  std::function<double(double)> f, df;
  double tol;
};
static double newton(const Problem &p, double t) {
  for (int i = 0; i < 6; ++i)
    t -= p.f(t) / p.df(t);
  return t;
}
FUNCTION {
  Problem p{[=](double t) { return t * t * t - x * t - 3 - y; },
            [=](double t) { return 3 * t * t - x; }, 1e-9};
  return newton(p, 2.0);
}
} // namespace function_member

namespace function_member_class {
class Solver {
  std::function<double(double, double)> rhs_;
  double h_;

public:
  Solver(std::function<double(double, double)> r, double h) : rhs_(std::move(r)), h_(h) {}
  double step(double t, double u) const { return u + h_ * rhs_(t, u); }
  double run(double u, int n) const {
    for (int i = 0; i < n; ++i)
      u = step(i * h_, u);
    return u;
  }
};
FUNCTION {
  Solver s([&](double t, double u) { return -x * u + std::sin(t) * y; }, 0.1);
  return s.run(y, 10);
}
} // namespace function_member_class

namespace secant_early_return {
struct Problem {
  std::function<double(double)> g;
  double lo, hi;
  int max_iter = 30;
};
struct Result {
  double root;
  int iters;
  bool ok;
};
static Result secant(const Problem &p) {
  double a = p.lo, b = p.hi, fa = p.g(a), fb = p.g(b);
  for (int i = 0; i < p.max_iter; ++i) {
    if (std::abs(fb - fa) < 1e-14)
      return {b, i, false};
    double c = b - fb * (b - a) / (fb - fa);
    a = b;
    fa = fb;
    b = c;
    fb = p.g(c);
    if (std::abs(b - a) < 1e-12)
      return {b, i, true};
  }
  return {b, p.max_iter, false};
}
FUNCTION {
  Problem p;
  p.g = [x, y](double t) { return t * t - x * x - 2 - t * 0.1 * y; };
  p.lo = 1;
  p.hi = 2;
  Result r = secant(p);
  return r.ok ? r.root * x : r.root;
}
} // namespace secant_early_return

namespace solver_with_callbacks {
class Solver {
public:
  using Rhs = std::function<std::vector<double>(double, const std::vector<double> &)>;
  Solver(Rhs f, double h) : f_(std::move(f)), h_(h) {}
  void set_initial(std::vector<double> u) { u_ = std::move(u); }
  bool advance() {
    auto k = f_(t_, u_);
    if (k.empty())
      return false;
    for (std::size_t i = 0; i < u_.size(); ++i)
      u_[i] += h_ * k[i];
    t_ += h_;
    return true;
  }
  const std::vector<double> &state() const { return u_; }

private:
  Rhs f_;
  double h_, t_ = 0;
  std::vector<double> u_;
};
FUNCTION {
  Solver s(
      [&](double t, const std::vector<double> &u) -> std::vector<double> {
        return {u[1], -x * u[0] + y * std::sin(t)};
      },
      0.1);
  s.set_initial({x, 1});
  for (int i = 0; i < 8; ++i)
    if (!s.advance())
      break;
  return s.state()[0] * s.state()[1];
}
} // namespace solver_with_callbacks

namespace strategy_template {
template <class Integrand, class Rule> class Quadrature {
  Integrand f_;
  Rule rule_;

public:
  Quadrature(Integrand f, Rule r) : f_(f), rule_(r) {}
  double operator()(double a, double b, int n) const {
    double s = 0, h = (b - a) / n;
    for (int i = 0; i < n; ++i)
      s += rule_(f_, a + i * h, a + (i + 1) * h);
    return s;
  }
};
FUNCTION {
  auto simpson = [](const auto &g, double a, double b) {
    return (b - a) / 6 * (g(a) + 4 * g((a + b) / 2) + g(b));
  };
  Quadrature q([=](double t) { return std::exp(-x * t) * std::sin(y * t); }, simpson);
  return q(0, 1, 4) + x * q(1, 2, 3);
}
} // namespace strategy_template

int main() {
  CHECK_SCALARS(function_member::f, {0.7, 1.3});
  CHECK_SCALARS(function_member::f, {1.4, -0.6});
  CHECK_SCALARS(function_member_class::f, {0.7, 1.3});
  CHECK_SCALARS(function_member_class::f, {1.4, -0.6});
  CHECK_SCALARS(secant_early_return::f, {0.7, 1.3});
  CHECK_SCALARS(secant_early_return::f, {1.4, -0.6});
  CHECK_SCALARS(solver_with_callbacks::f, {0.7, 1.3});
  CHECK_SCALARS(solver_with_callbacks::f, {1.4, -0.6});
  CHECK_SCALARS(strategy_template::f, {0.7, 1.3});
  CHECK_SCALARS(strategy_template::f, {1.4, -0.6});
  return finish();
}
