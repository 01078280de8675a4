// An output that is only written: the adjoint of its entry value is zero afterwards.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = std::exp(-a[i] * a[i]);
}

int main() {
  // x holds the 3 inputs, then what the 3 outputs hold on entry.
  check(
      {0.5, 1.5, -0.75, 10., 20., 30.}, 3,
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
  return finish();
}
