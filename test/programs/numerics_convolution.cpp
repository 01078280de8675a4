// Convolution with zero padding, then a nonlinearity.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, const double *kernel, int width, double *y, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    for (int k = 0; k < width; ++k) {
      const int j = i + k - width / 2;
      if (j < 0 || j >= n)
        continue;
      y[i] += a[j] * kernel[k];
    }
    y[i] = y[i] > 0 ? y[i] : 0.1 * y[i];
  }
}

int main() {
  check(
      {0.1, -0.4, 0.35, 0.3, 0.5, -0.25, 0.75}, 4, [](In x, Out y) { f(x, x + 4, 3, y, 4); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        f_forward(x, x_dot, x + 4, x_dot + 4, 3, y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[4];
        copy(y_bar, b, 4);
        f_reverse(x, x_bar, x + 4, x_bar + 4, 3, y, b, 4);
        for (double each : b)
          expect("adjoint of y on entry", each, 0);
      }));
  return finish();
}
