// Only some outputs are written, others updated, others left alone.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, double *y, int n) {
  for (int i = 0; i < n; ++i)
    switch (i % 3) {
    case 0:
      y[i] = a[i] * a[i];
      break;
    case 1:
      y[i] += a[i] * y[i];
      break;
    }
}

int main() {
  // x holds the 4 inputs, then what the 4 outputs hold on entry.
  check(
      {0.5, 1.5, -0.75, 2.5, 10., 20., 30., 40.}, 4,
      [](In x, Out y) {
        copy(x + 4, y, 4);
        f(x, y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 4, y, 4);
        copy(x_dot + 4, y_dot, 4);
        f_forward(x, x_dot, y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar[4];
        copy(x + 4, y, 4);
        copy(y_bar, out_bar, 4);
        f_reverse(x, x_bar, y, out_bar, 4);
        add(out_bar, x_bar + 4, 4);
      }));
  return finish();
}
