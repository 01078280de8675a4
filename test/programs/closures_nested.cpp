// Closures in closures, captured references that differ from call to call, closures made in loops.
#include "harness.h"
// closures: by-ref param captured and function inlined twice, lambda captured lambda by value
// mutable, shadowed names, loops creating closures
template <class F> double app(F f, double x) { return f(x); }
template <class F> double outer(F f, double &r, double x) {
  auto g = [&](double t) {
    r += t * x;
    return f(t) + r;
  };
  return app(g, x) * app(g, r);
}
double rec_ptr(double (*f)(double, int), double x, int n) {
  if (n <= 0)
    return x;
  double t = 0;
  for (int i = 0; i < n; ++i) {
    t += f(x, i);
    if (t > 5)
      return t * rec_ptr(f, x, n - 1);
  }
  return t + rec_ptr(f, x, n - 1);
}
double g1(double x, int i) { return x * i; }
double g2(double x, int i) { return std::sin(x + i); }
struct Obj {
  double k;
  template <class F> double each(F f, int n) {
    double t = 0;
    for (int i = 0; i < n; ++i) {
      k *= 0.9;
      double v = f(k, i);
      if (v > 3)
        return v;
      t += v;
    }
    return t;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(double x, double y) {
  double a = x, b = y;
  double t = outer([&](double u) { return u * b; }, a, y);
  t += outer(
      [&](double u) {
        a *= 1.1;
        return u * a;
      },
      b, x);
  Obj o{x};
  t += o.each(
           [&](double k, int i) {
             b += k * i;
             return b * k;
           },
           3) +
       o.k;
  t += o.each([&o](double k, int) { return o.k * k; }, 2);
  for (int i = 0; i < 3; ++i) {
    auto h = [&, i](double u) {
      t *= 0.9;
      return u * i + t * x;
    };
    t += h(h(y));
  }
  t += rec_ptr(g1, x, 3) + rec_ptr(g2, y, 2) +
       rec_ptr([](double u, int i) { return u * u * i; }, x, 3);
  return t + a * b;
}
int main() {
  check(
      {0.7, 0.4}, 1, [&](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([&](In x, In xd, Out y, Out yd) { y[0] = f_forward(x[0], xd[0], x[1], xd[1], yd[0]); }),
      AD([&](In x, Out xb, Out y, In yb) { y[0] = f_reverse(x[0], xb[0], x[1], xb[1], yb[0]); }));
  return finish();
}
