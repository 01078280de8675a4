// Try blocks: several handlers, returns and jumps from inside, nested ones, exceptions of callees,
// and those that no handler catches.
#include "harness.h"
#include <stdexcept>
#include <vector>

struct Negative : std::domain_error {
  Negative() : std::domain_error("negative") {}
};

double root(double x) {
  if (x < 0)
    throw Negative();
  if (x > 2)
    throw 2;
  return std::sqrt(x);
}

// Too large to be inlined, and recursive.
double deep(double x, int n) {
  if (n == 0)
    return root(x);
  double t = deep(x * 0.9, n - 1);
  for (int i = 0; i < n; ++i)
    t = t * 0.5 + std::sin(x);
  return t;
}

[[ad::differentiate(forward, reverse)]]
double handlers(const double *a, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i) {
    try {
      double r = deep(a[i], 2);
      if (r > 1.1)
        break;
      sum += r * sum;
    } catch (const Negative &) {
      sum *= a[i];
      continue;
    } catch (const std::exception &) {
      sum = 0;
    } catch (...) {
      sum = sum * a[i] + 3;
    }
    sum *= 1.5;
  }
  return sum;
}

double safe(const std::vector<double> &v, int i, double x) {
  try {
    return v.at(i) * root(x);
  } catch (const std::out_of_range &) {
    return x * x;
  } catch (int) {
  }
  return 3 * x;
}

[[ad::differentiate(forward, reverse)]]
double returns(const double *a, int n) {
  std::vector<double> v(a, a + n);
  double t = 0;
  for (int i = 0; i < n + 2; ++i)
    t = t * 0.5 + safe(v, i, v[i % n] * v[i % n]);
  return t;
}

struct Model {
  double k;
  double inner(double z) const {
    try {
      return root(z - 1) * k;
    } catch (const Negative &) {
      return z;
    }
  }
  double run(double x) const {
    double y;
    try {
      double z = root(x * k);
      y = inner(z);
    } catch (int) {
      y = k * x * x;
    }
    return y;
  }
};

[[ad::differentiate(forward, reverse)]]
double nested(const double *a, int n) {
  Model m{a[0]};
  double t = 0;
  for (int i = 0; i < n; ++i) {
    t += m.run(a[i] * a[i]);
    m.k += 0.1 * t;
  }
  auto f = [&](double x) {
    try {
      return root(x) * m.k;
    } catch (...) {
      return m.k;
    }
  };
  return t * f(a[0]) + f(-a[0]);
}

// Nobody catches what is thrown for negative numbers.
[[ad::differentiate(forward, reverse)]]
double passes(double x) {
  double y = 0;
  try {
    y = root(x);
  } catch (int) {
    y = x;
  }
  return y * x;
}

template <class P, class F, class R> void check3(P p, F f, R r) {
  for (int n = 1; n < 5; ++n)
    check(
        {0.7, -1.3, 2.4, 0.9}, 1, [&](In x, Out y) { y[0] = p(x, n); },
        AD([&](In x, In x_dot, Out y, Out y_dot) { y[0] = f(x, x_dot, n, y_dot[0]); }),
        AD([&](In x, Out x_bar, Out y, In y_bar) { y[0] = r(x, x_bar, n, y_bar[0]); }));
  (void)f;
  (void)r;
}

int main() {
  check3(handlers, AD(handlers_forward), AD(handlers_reverse));
  check3(returns, AD(returns_forward), AD(returns_reverse));
  check3(nested, AD(nested_forward), AD(nested_reverse));
  for (double at : {0.7, 2.5})
    check(
        {at}, 1, [](In x, Out y) { y[0] = passes(x[0]); }, AD([](In x, In x_dot, Out y, Out y_dot) {
          y[0] = passes_forward(x[0], x_dot[0], y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = passes_reverse(x[0], x_bar[0], y_bar[0]);
        }));
#ifndef NO_AD
  double x_bar = 7;
  bool thrown = false;
  try {
    passes_reverse(-1, x_bar);
  } catch (const Negative &) {
    thrown = true;
  }
  expect_true("what is not caught comes out", thrown && x_bar == 7);
#endif
  return finish();
}
