// Callees that return from inside of loops, written out where they are called: what follows the
// loop is left out, objects go, and what was written before the return counts.
#include "harness.h"
#include <stdexcept>
#include <vector>

struct ray {
  double at, along;
};

/// Out of two loops, and a switch in them; changes what it is given on its way.
static double walk(ray &r, const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    r.at += r.along * x[i];
    for (int j = 0; j <= i; ++j) {
      sum += x[j] * r.at;
      switch (i - j) {
      case 0:
        sum *= 1.5;
        break;
      case 2:
        if (sum > 1)
          return sum * r.at;
        sum -= x[i];
        break;
      default:
        if (r.at < 0)
          return -sum;
      }
    }
    if (sum < -3) {
      r.along *= x[i];
      return r.along;
    }
  }
  r.along += sum;
  return sum * sum;
}

[[ad::differentiate(forward, reverse)]] double walks(const double *x, int n, int times) {
  double sum = 0;
  for (int k = 0; k < times; ++k) {
    ray r = {0.3 + 0.2 * k, x[k] - 0.5};
    sum += walk(r, x + k, n);
    sum += r.at * r.along;
  }
  return sum;
}

/// A vector of its own, which goes with each return; returns an object.
static ray longest(const std::vector<double> &x, double limit) {
  std::vector<double> sums(x.size());
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] * x[i];
    sums[i] = sum;
    if (sum > limit)
      return {sums[i / 2], x[i]};
  }
  int i = 0;
  while (true) {
    if (sums[i] > limit / 4)
      return {sums[i], limit};
    if (++i == static_cast<int>(x.size()))
      break;
  }
  return {sum, -limit};
}

[[ad::differentiate(forward, reverse)]] double objects(const double *x, int n) {
  std::vector<double> v(x, x + n);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    ray r = {0, 0};
    r = longest(v, 0.5 + k * x[1] * x[1]);
    sum += r.at * r.along + k * r.at;
    v[0] += r.along;
  }
  return sum;
}

/// What it returns through is what it reads.
static bool halve(double &to, const double *from, int n) {
  for (int i = 0; i < n; ++i) {
    to = 0.5 * to + from[i];
    if (to > 1)
      return true;
    if (to < -1) {
      to *= from[i];
      return false;
    }
  }
  to = to * to;
  return to > 0.3;
}

[[ad::differentiate(forward, reverse)]] void overlapping(double *x, int n) {
  for (int k = 0; k < n; ++k)
    if (halve(x[k], x, n))
      x[n - 1 - k] *= x[k];
}

/// A branch each way, at several places; and one that throws.
static double bent(double x) {
  if (x > 0)
    return x * x;
  return 0.1 * x;
}
static double checked(const double *x, int n, bool strict) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 3)
      return x[i] * bent(x[0]);
    if (strict && x[i] < -1)
      throw std::runtime_error("too small");
  }
  return bent(x[0] - x[1]) + bent(x[1]);
}

[[ad::differentiate(forward, reverse)]] double branches(const double *x, int n) {
  return checked(x, n, false) * bent(x[2]) + bent(x[1] * x[2]);
}
[[ad::differentiate(reverse)]] double throws(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum * checked(x, n, true);
}

int main() {
  for (double a : {-2.5, -0.7, 0.4, 1.2, 3.5}) {
    check(
        {0.5, a, -0.75, 0.8, 0.3, a / 2, 1.1}, 2,
        [](In x, Out y) { y[0] = walks(x, 4, 3), y[1] = walks(x, 0, 2); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          y[0] = walks_forward(x, x_dot, 4, 3, y_dot[0]);
          y[1] = walks_forward(x, x_dot, 0, 2, y_dot[1]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = walks_reverse(x, x_bar, 4, 3, y_bar[0]);
          y[1] = walks_reverse(x, x_bar, 0, 2, y_bar[1]);
        }));
    check(
        {0.5, a, -0.75, 0.2}, 2, [](In x, Out y) { y[0] = objects(x, 4), y[1] = branches(x, 4); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          y[0] = objects_forward(x, x_dot, 4, y_dot[0]);
          y[1] = branches_forward(x, x_dot, 4, y_dot[1]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = objects_reverse(x, x_bar, 4, y_bar[0]);
          y[1] = branches_reverse(x, x_bar, 4, y_bar[1]);
        }));
    check(
        {0.5, a, -0.75, 0.2, 0.9}, 5, [](In x, Out y) { copy(x, y, 5), overlapping(y, 5); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          copy(x, y, 5), copy(x_dot, y_dot, 5);
          overlapping_forward(y, y_dot, 5);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double bar[5];
          copy(x, y, 5), copy(y_bar, bar, 5);
          overlapping_reverse(y, bar, 5);
          for (int i = 0; i < 5; ++i)
            x_bar[i] += bar[i];
        }));
  }
#ifndef NO_AD
  const double x[] = {0.5, -2, 1}; // adjoints are as they were when something is thrown
  double x_bar[] = {1, 2, 3};
  try {
    throws_reverse(x, x_bar, 3, 1);
    harness::fail("thrown", 0, 1);
  } catch (const std::runtime_error &) {
    for (int i = 0; i < 3; ++i)
      if (x_bar[i] != i + 1)
        harness::fail("adjoint", x_bar[i], i + 1, i);
  }
#endif
  return finish();
}
