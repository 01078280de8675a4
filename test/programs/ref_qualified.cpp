// Methods with ref-qualifiers, annotated and called, and parameters that are rvalue references.
#include "arrays.h"
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Gauge {
  double factor;

  BOTH double read(double x) const & { return factor * x * x; }
  BOTH double read(double x) && {
    factor *= x;
    return factor + x;
  }
  BOTH double turn(double x) & {
    factor *= x;
    return factor * x;
  }
};

BOTH double doubled(double &&x, double y) {
  x *= 2;
  return x * y;
}

BOTH double used_up(std::vector<double> &&v, double y) {
  double s = 0;
  for (double &each : v) {
    each *= y;
    s += each * each;
  }
  return s;
}

BOTH double calls(const double *x, int n) {
  Gauge g{x[0]};
  double s = g.read(x[1]) + g.turn(x[2]) + Gauge{x[1]}.read(x[0]);
  for (int i = 0; i < n; ++i) {
    s += doubled(x[i] * s, x[0]);
    double t = x[i];
    s += doubled(std::move(t), s) + t;
  }
  std::vector<double> v{x[0], s, x[2]};
  s += used_up(std::move(v), x[1]);
  return s + std::move(g).read(s);
}

// The same, of functions that nobody asked for.
struct Plain {
  double factor;
  double read(double x) const & { return factor * x * x; }
  double read(double x) && { return (factor *= x) + x; }
  double turn(double x) & { return (factor *= x) * x; }
};

static double halved(double &&x, double y) {
  x /= 2;
  return x * y;
}

// What a temporary is bound to may be changed.
template <class F, class T> static double apply(F &&f, T &&x) {
  x *= 2;
  return f(std::forward<T>(x));
}

BOTH double plain(const double *x, int n) {
  Plain p{x[0]};
  double s = p.read(x[1]) + p.turn(x[2]) + Plain{x[1]}.read(x[0]);
  auto square = [](double v) { return v * v; };
  for (int i = 0; i < n; ++i) {
    s += halved(x[i] * s, x[0]);
    double t = x[i];
    s += halved(std::move(t), s) + t + apply(square, x[i] * x[0]);
    s += apply(
             [t](double &&v) {
               v += t;
               return v * v;
             },
             t + x[0]) +
         apply(square, t) * t;
  }
  return s + std::move(p).read(s);
}

int main() {
  CHECK_ARRAY(calls, {0.5, 1.5, -0.75});
  CHECK_ARRAY(plain, {0.5, 1.5, -0.75});
#ifndef NO_AD
  Gauge g{2}, g_bar{0};
  double x = 3, x_bar = 0, y_bar = 0, f_dot = 0;
  expect("&& method", std::move(g).read_reverse(g_bar, x, x_bar), 9);
  expect("adjoint of its object", g_bar.factor, 3);
  expect("adjoint of its argument", x_bar, 3);
  x_bar = 0;
  expect("&& parameter", doubled_reverse(std::move(x), x_bar, 5, y_bar), 30);
  expect("its value", x, 6);
  expect("its adjoint", x_bar, 10);
  x = 3;
  double x_dot = 1;
  doubled_forward(std::move(x), std::move(x_dot), 5, 0, f_dot);
  expect("its tangent", x_dot, 2);
  expect("tangent of the result", f_dot, 10);
#endif
  return finish();
}
