// Snapshots of memory behind plain pointers hold what the loops inside a step reach, and nothing
// where these do not run: there need be no memory then.
#include "checkpointed.h"
#include <cmath>

#define STEPS(NAME, ...)                                                                           \
  BOTH double NAME(double *u, int n, int rounds, double a, int steps) {                            \
    double s = a;                                                                                  \
    for (int t = 0; t < steps; ++t) {                                                              \
      s = std::sin(s) * a;                                                                         \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
    return s;                                                                                      \
  }

// Another loop around the one that counts.
STEPS(outer, for (int i = 0; i < rounds; ++i) for (int k = 0; k < n; ++k) u[k] = u[k] * s + 0.1;)

// One element, in a loop.
STEPS(element, for (int i = 1; i <= rounds; ++i) u[n - 1] = u[n - 1] * s + 0.1;)

// A bound that only the step knows: left to the tape.
STEPS(inner_bound, const int most = t % (rounds + 1);
      for (int i = 0; i < most; ++i) for (int k = 0; k < n; ++k) u[k] = u[k] * s + 0.1;)

// Rows of a matrix, the last ones first.
STEPS(rows, for (int i = rounds - 1; i >= 0; --i) for (int k = 0; k < n / (rounds + 1); ++k)
                u[k] = u[k] * s + 0.1 * i;)

// Periodic, and overwritten after the loop: what is read lies in what is written.
BOTH double periodic(double *u, int, int n, double a, int steps) {
  double s = a;
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      u[k] = 0.5 * u[(k + 1) % n] + std::sin(s * u[(k + n - 1) % n]);
    s = std::sin(s) * a;
  }
  for (int t = 0; t < steps; ++t)
    for (int k = 0; k < n; ++k)
      u[k] = u[k] * s + std::cos(u[(k + 2) % n]);
  return s;
}

#define CHECK(F)                                                                                   \
  check(                                                                                           \
      {0.3, 0.7, -0.4, 0.9, 0.1, 0.2}, 6,                                                          \
      [](In x, Out y) {                                                                            \
        copy(x, y, 5);                                                                             \
        y[5] = F(loops ? y : nullptr, 5, loops, x[5], count);                                      \
      },                                                                                           \
      AD([](In x, In d, Out y, Out y_dot) {                                                        \
        copy(x, y, 5), copy(d, y_dot, 5);                                                          \
        y[5] = F##_forward(loops ? y : nullptr, loops ? y_dot : nullptr, 5, loops, x[5], d[5],     \
                           count, y_dot[5]);                                                       \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double u[5], u_bar[5], v_bar[5], c_bar = x_bar[5];                                         \
        copy(x, u, 5), copy(y_bar, u_bar, 5), copy(x, y, 5), copy(y_bar, v_bar, 5);                \
        F##_reverse(loops ? u : nullptr, loops ? u_bar : nullptr, 5, loops, x[5], c_bar, count,    \
                    y_bar[5]);                                                                     \
        y[5] = F##_checkpointed(loops ? y : nullptr, loops ? v_bar : nullptr, 5, loops, x[5],      \
                                x_bar[5], count, y_bar[5]);                                        \
        expect_true(#F ": the same bits",                                                          \
                    same(u, y, 5) && same(u_bar, v_bar, 5) && same(&c_bar, &x_bar[5], 1));         \
        add(v_bar, x_bar, 5);                                                                      \
      }))

int main() {
  static int count, loops;
  with_snapshots({1, 3}, [] {
    for (int steps : {0, 1, 9})
      for (int times : {0, 1, 3}) {
        count = steps, loops = times;
        CHECK(outer);
        CHECK(element);
        CHECK(inner_bound);
        CHECK(rows);
        CHECK(periodic);
      }
  });
  return finish();
}
