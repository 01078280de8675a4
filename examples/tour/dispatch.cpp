// Calls whose target the object or the arguments decide (docs/dispatch.md).
#include <cmath>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};
struct Circle : Shape {
  double r = 1;
  double area(double scale) const override { return 3.14 * r * r * scale; }
};
struct Square : Shape {
  double a = 1;
  double area(double scale) const override { return a * a * scale; }
};

[[ad::differentiate(forward)]]
double paint(const Shape &s, double x) {
  return 2 * s.area(x);
}

template <class F> double integrate(const F &f, double a, double b, int depth) {
  double m = 0.5 * (a + b);
  if (depth == 0)
    return (b - a) * f(m);
  return integrate(f, a, m, depth - 1) + integrate(f, m, b, depth - 1);
}

[[ad::differentiate(reverse)]]
double work(double k) {
  return integrate([k](double x) { return std::exp(k * x); }, 0, 1, 4);
}

[[ad::differentiate(reverse)]]
double safe_root(double x) {
  double y;
  try {
    if (x < 0)
      throw 1;
    y = std::sqrt(x);
  } catch (int) {
    y = x * x;
  }
  return y;
}

[[ad::differentiate(reverse)]]
double first_above(const double *x, int n, double limit) {
  int i = 0;
  double s = 0;
again:
  s += x[i] * x[i];
  if (s > limit)
    goto found;
  if (++i < n)
    goto again;
  return s;
found:
  return s * x[i];
}

[[ad::differentiate(forward)]]
double limited(const double *x, int n, double most) {
  double s = 0;
  try {
    for (int i = 0; i < n; ++i) {
      s += x[i] * x[i];
      if (s > most)
        throw s - most;
    }
  } catch (double excess) {
    s -= 0.5 * excess;
  }
  return s;
}
