// C = A B, and C += A B, on row-major arrays.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, double *c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int k = 0; k < n; ++k)
        sum += a[i * n + k] * a[n * n + k * n + j];
      c[i * n + j] += sum * c[i * n + j];
    }
}

int main() {
  // x holds the 8 inputs, then what the 4 outputs hold on entry.
  check(
      {1., 2., 3., 4., 0.5, 0.25, -1., 2., 1., -1., 2., 0.5}, 4,
      [](In x, Out y) {
        copy(x + 8, y, 4);
        f(x, y, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 8, y, 4);
        copy(x_dot + 8, y_dot, 4);
        f_forward(x, x_dot, y, y_dot, 2);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar[4];
        copy(x + 8, y, 4);
        copy(y_bar, out_bar, 4);
        f_reverse(x, x_bar, y, out_bar, 2);
        add(out_bar, x_bar + 8, 4);
      }));
  return finish();
}
