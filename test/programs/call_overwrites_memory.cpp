// A callee that overwrites memory the caller needs.
#include "harness.h"

void smooth(double *a, int n) {
  for (int i = 1; i + 1 < n; ++i)
    a[i] = (a[i - 1] * a[i] + a[i + 1]) / 2;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  double before = a[1] * a[2];
  smooth(a, n);
  double between = a[1] * a[2];
  smooth(a, n);
  a[0] *= a[1];
  return before * between + a[2];
}

int main() {
  check(
      {0.7, 1.3, 0.9, 0.2}, 5,
      [](In x, Out y) {
        copy(x, y, 4);
        y[4] = f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        y[4] = f_forward(y, y_dot, 4, y_dot[4]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[4];
        copy(x, y, 4);
        copy(y_bar, b, 4);
        y[4] = f_reverse(y, b, 4, y_bar[4]);
        add(b, x_bar, 4);
      }));
  return finish();
}
