// Mode checkpointed: loops in branches, in loops that are recorded, and in functions that return
// from another loop, against reverse mode bit by bit and against differences.
#include "checkpointed.h"
#include <cmath>

BOTH double branch(double x, int n) {
  double s = x, r = x * x;
  if (n % 2) {
    for (int i = 0; i < n; ++i)
      s = std::sin(s) * x + 0.1 * r;
    r *= s;
  } else if (n > 3) {
    while (s < 20)
      s = 1.1 * s + 0.01 * s * s;
  } else {
    for (int i = 0; i < n; ++i)
      r = std::cos(r) + s;
  }
  return s * r;
}

// Few phases of many steps each: the outer loop is recorded.
BOTH double in_short_loop(double x, int n) {
  double s = x, u[3] = {x, 2 * x, 1};
  for (int phase = 0; phase < 4; ++phase) {
    const double factor = s * u[phase % 3];
    for (int i = 0; i < n; ++i) {
      s = std::sin(s + factor);
      u[i % 3] = u[(i + 1) % 3] * s + 0.1 * factor;
    }
    if (phase % 2)
      for (int i = 0; i < n; ++i)
        s = 0.5 * s + std::cos(u[phase % 3] * s);
  }
  return s * u[1];
}

// Memory of the caller; an outer loop whose state is not known is recorded.
BOTH double phases(double *u, const int *which, int n, int steps) {
  double s = 1;
  for (int phase = 0; phase < steps; ++phase) {
    u[which[phase % n]] *= 1.01;
    for (int t = 0; t < steps; ++t)
      for (int k = 1; k < n; ++k)
        u[k] = std::sin(u[k] + u[k - 1]) * s;
    s = 0.5 * s + 0.1 * u[0];
  }
  return s;
}

// It returns from a loop; another is checkpointed.
BOTH double returns(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) + 0.3 * x;
  for (int i = 0; i < 5; ++i) {
    if (s > 1.2)
      return 2 * s;
    s *= 1.1;
  }
  for (int i = 0; i < n; ++i)
    s = std::cos(s) + 0.3 * x;
  return s * s;
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    static int count;
    for (int n : {0, 1, 2, 4, 17}) {
      count = n;
      CHECK_STEPS(branch, count);
      CHECK_STEPS(in_short_loop, count);
      CHECK_STEPS(returns, count);
      static const int which[] = {2, 0, 1};
      check(
          {0.3, 0.7, 0.4}, 4,
          [](In x, Out y) {
            copy(x, y, 3);
            y[3] = phases(y, which, 3, count);
          },
          AD([](In x, In d, Out y, Out y_dot) {
            copy(x, y, 3), copy(d, y_dot, 3);
            y[3] = phases_forward(y, y_dot, which, 3, count, y_dot[3]);
          }),
          AD([](In x, Out x_bar, Out y, In y_bar) {
            double u[3], u_bar[3], v_bar[3];
            copy(x, u, 3), copy(y_bar, u_bar, 3), copy(x, y, 3), copy(y_bar, v_bar, 3);
            const double value = phases_reverse(u, u_bar, which, 3, count, y_bar[3]);
            y[3] = phases_checkpointed(y, v_bar, which, 3, count, y_bar[3]);
            expect_true("phases: the same bits",
                        same(u, y, 3) && same(u_bar, v_bar, 3) && same(&value, &y[3], 1));
            add(v_bar, x_bar, 3);
          }));
    }
  });
  return finish();
}
