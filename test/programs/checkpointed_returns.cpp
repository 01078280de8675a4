// Mode checkpointed: loops from which the function returns, against reverse mode bit by bit.
#include "checkpointed.h"
#include <cmath>
#include <vector>

BOTH double converges(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i) {
    const double last = s;
    s = 0.5 * std::cos(s) + 0.2 * x;
    if (std::abs(s - last) < 1e-3)
      return s * last;
  }
  return 2 * s;
}

// From an inner loop, ahead of other loops, and behind them.
BOTH double nested(double x, int n) {
  double s = x;
  if (n == 1)
    return 3 * s;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 4; ++j) {
      s = std::sin(s) + 0.1 * x;
      if (s > 0.75 && i + j > 9)
        return s * s;
      if (j == 2)
        break;
    }
    s *= 0.99;
  }
  double r = s;
  while (r > 0.01) {
    r *= 0.7;
    if (n == 2)
      return r * s;
  }
  for (int i = 0; i < n; ++i)
    s += std::sin(r * s);
  return s;
}

struct Root {
  double at, slope;
};
static Root search(double x, int n) {
  Root r{x + 1, 0};
  for (int i = 0; i < n; ++i) {
    const double f = r.at * r.at * r.at - x - 2;
    r.slope = 3 * r.at * r.at;
    if (std::abs(f) < 1e-9)
      return r;
    r.at -= f / r.slope;
  }
  return {0.5 * r.at, r.slope};
}
BOTH double of_callee(double x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const Root r = search(x + 0.1 * i, 20);
    if (r.slope > 9.5)
      return sum * r.at;
    sum = std::sin(sum) + r.at * r.slope;
  }
  return sum;
}

BOTH void into(const double *x, double *y, int n, int steps) {
  std::vector<double> u(x, x + n);
  double most = 0;
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      u[k] = std::sin(u[k]) * u[(k + 1) % n] + 0.4;
    if (u[0] > most)
      most = u[0];
    y[0] = most * u[1];
    if (t == 7)
      return;
  }
  y[0] += u[2];
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    static int count;
    for (int n : {0, 1, 2, 5, 23}) {
      count = n;
      CHECK_STEPS(converges, count);
      CHECK_STEPS(nested, count);
      CHECK_STEPS(of_callee, count);
      check(
          {0.3, 0.7, 0.4}, 1, [](In x, Out y) { y[0] = x[0], into(x, y, 3, count); },
          AD([](In x, In d, Out y, Out y_dot) {
            y[0] = x[0], y_dot[0] = d[0];
            into_forward(x, d, y, y_dot, 3, count);
          }),
          AD([](In x, Out x_bar, Out y, In y_bar) {
            double again[3], once[1] = {x[0]}, bar = y_bar[0], bar_again = y_bar[0];
            copy(x_bar, again, 3);
            into_reverse(x, again, once, &bar, 3, count);
            y[0] = x[0];
            into_checkpointed(x, x_bar, y, &bar_again, 3, count);
            expect_true("into: the same bits",
                        same(once, y, 1) && same(again, x_bar, 3) && same(&bar, &bar_again, 1));
            x_bar[0] += bar;
          }));
    }
  });
  return finish();
}
