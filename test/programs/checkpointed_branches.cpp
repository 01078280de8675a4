// Mode checkpointed: loops in branches, in loops that are recorded, and in functions that return
// from another loop, against reverse mode bit by bit and against differences.
#include "harness.h"
#ifndef NO_AD
#include "ad/options.h"
#endif
#include <cmath>
#include <cstring>

#define BOTH [[ad::differentiate(forward, reverse, checkpointed)]]

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

#ifndef NO_AD
static bool same(const double *a, const double *b, int n) {
  return std::memcmp(a, b, n * sizeof(double)) == 0;
}
#endif

int main() {
#ifndef NO_AD
  for (std::size_t snapshots : {0, 1, 3}) {
    ad::options o;
    o.snapshots = snapshots;
    o.verify = snapshots == 3;
#else
  {
#endif
#define SCALARS(F)                                                                                 \
  check(                                                                                           \
      {0.83}, 1, [](In x, Out y) { y[0] = F(x[0], count); },                                       \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = F##_forward(x[0], x_dot[0], count, y_dot[0]);                                       \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double bar = x_bar[0];                                                                     \
        const double value = F##_reverse(x[0], bar, count, y_bar[0]);                              \
        y[0] = F##_checkpointed(x[0], x_bar[0], count, y_bar[0]);                                  \
        expect_true(#F ": the same bits", same(&bar, x_bar, 1) && same(&value, y, 1));             \
      }))
    static int count;
    for (int n : {0, 1, 2, 4, 17}) {
      count = n;
      SCALARS(branch);
      SCALARS(in_short_loop);
      SCALARS(returns);
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
  }
  return finish();
}
