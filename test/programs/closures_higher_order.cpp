// Higher-order functions: folds, currying, iteration, fixed points, Newton's method.
#include "harness.h"
#include <functional>
// thesis-like: higher order
template <class F> double fold(F f, double z, const double *a, int n) {
  for (int i = 0; i < n; ++i)
    z = f(z, a[i]);
  return z;
}
template <class F> auto curry(F f) {
  return [f](double x) { return [f, x](double y) { return f(x, y); }; };
}
template <class F> auto iterate(F f, int n) {
  return [=](double x) {
    for (int i = 0; i < n; ++i)
      x = f(x);
    return x;
  };
}
template <class F, class G> double fix(F f, G stop, double x) {
  while (true) {
    double y = f(x);
    if (stop(x, y))
      return y;
    x = y;
  }
}
template <class F> double newton(const F &f, double x) {
  for (int i = 0; i < 50; ++i) {
    double h = 1e-4;
    double d = (f(x + h) - f(x - h)) / (2 * h);
    double nx = x - f(x) / d;
    if (std::fabs(nx - x) < 1e-13)
      return nx;
    x = nx;
  }
  return x;
}
struct Poly {
  double c[3];
  double operator()(double x) const { return (c[2] * x + c[1]) * x + c[0]; }
};
struct Op {
  virtual double operator()(double x) const = 0;
  virtual ~Op() {}
};
struct Times : Op {
  double k;
  Times(double k) : k(k) {}
  double operator()(double x) const override { return k * x; }
};
double use(const Op &op, double x) { return op(op(x)); }
[[ad::differentiate(forward, reverse)]]
double f(double x, double y) {
  double a[3] = {x, y, x * y};
  double s = fold([&](double acc, double e) { return acc * x + std::sin(e); }, y, a, 3);
  auto add = curry([k = y](double p, double q) { return p * q + k; });
  auto ax = add(x);
  s += ax(y) * add(y)(s);
  s += iterate([&](double t) { return t * 0.5 + x; }, 4)(s);
  s += fix([&](double t) { return 0.5 * (t + x / t); },
           [](double p, double q) { return std::fabs(p - q) < 1e-12; }, 1.0);
  Poly p{{-x, y, 1}};
  s += newton(p, 1.0) + newton([&](double t) { return t * t * t - y; }, 1.0);
  Times t(s);
  t.k *= x;
  s += use(t, y) + t(x);
  std::function<double(double, int)> pw = [&](double b, int n) -> double {
    if (n == 0)
      return 1;
    double h = pw(b, n / 2);
    return n % 2 ? h * h * b : h * h;
  };
  return s + pw(x + y, 5);
}
int main() {
  check(
      {0.7, 1.4}, 1, [&](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([&](In x, In xd, Out y, Out yd) { y[0] = f_forward(x[0], xd[0], x[1], xd[1], yd[0]); }),
      AD([&](In x, Out xb, Out y, In yb) { y[0] = f_reverse(x[0], xb[0], x[1], xb[1], yb[0]); }));
  return finish();
}
