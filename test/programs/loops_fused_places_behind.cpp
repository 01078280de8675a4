// The place that is stored behind a loop is only known there: its adjoint is not read ahead of it.
#include "harness.h"

[[ad::differentiate(forward, reverse)]] double computed(double *a, int n, double c) {
  double s = 0.1 * c;
  for (int i = 0; i < n; ++i)
    s += a[i] * c;
  const int last = n * int(2);
  a[last] = std::cos(a[1] * c);
  return s;
}

[[ad::differentiate(forward, reverse)]] double changed(double *a, int n, double c) {
  double s = 0.1 * c;
  int at = n;
  for (int i = 0; i < n; ++i)
    s += a[i] * c;
  at = 2 * n;
  a[at] = std::cos(a[1] * c);
  return s;
}

int main() {
#define BOTH(f)                                                                                    \
  check(                                                                                           \
      {0.5, 1.5, -0.75, 2.0, 0.3, 1.1}, 6,                                                         \
      [](In x, Out y) {                                                                            \
        copy(x, y, 6);                                                                             \
        y[5] = f(y, 2, x[5]);                                                                      \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        copy(x, y, 6), copy(x_dot, y_dot, 6);                                                      \
        y[5] = f##_forward(y, y_dot, 2, x[5], x_dot[5], y_dot[5]);                                 \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double bar[6], c_bar = 0;                                                                  \
        copy(x, y, 6), copy(y_bar, bar, 6);                                                        \
        bar[5] = 0;                                                                                \
        y[5] = f##_reverse(y, bar, 2, x[5], c_bar, y_bar[5]);                                      \
        for (int i = 0; i < 6; ++i)                                                                \
          x_bar[i] += bar[i];                                                                      \
        x_bar[5] += c_bar;                                                                         \
      }))
  BOTH(computed);
  BOTH(changed);
  return finish();
}
