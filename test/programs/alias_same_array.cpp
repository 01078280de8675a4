// Two pointer parameters; called with different arrays and with the same one.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * a[(i + 1) % n];
}

int main() {
  // x holds the 3 inputs, then what the 3 outputs hold on entry.
  check(
      {0.5, 1.5, -0.75, 1., 2., 3.}, 3,
      [](In x, Out y) {
        copy(x + 3, y, 3);
        f(x, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 3, y, 3);
        copy(x_dot + 3, y_dot, 3);
        f_forward(x, x_dot, y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar[3];
        copy(x + 3, y, 3);
        copy(y_bar, out_bar, 3);
        f_reverse(x, x_bar, y, out_bar, 3);
        add(out_bar, x_bar + 3, 3);
      }));
  check(
      {0.5, 1.5, -0.75}, 3,
      [](In x, Out y) {
        copy(x, y, 3);
        f(y, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 3);
        copy(x_dot, y_dot, 3);
        f_forward(y, y_dot, y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[3];
        copy(x, y, 3);
        copy(y_bar, b, 3);
        f_reverse(y, b, y, b, 3);
        add(b, x_bar, 3);
      }));
  return finish();
}
