// A dot product with strides, one of them negative.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, long stride_a, const double *b, long stride_b, int n) {
  double sum = 0;
  for (; n > 0; --n, a += stride_a, b += stride_b)
    sum += *a * *b;
  return sum;
}

int main() {
  check(
      {0.1, 0.4, 0.55, 0.7, 1.2, 1.0, 2.0, 0.5}, 1,
      [](In x, Out y) { y[0] = f(x, 2, x + 7, -1, 3); }, AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, 2, x + 7, x_dot + 7, -1, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, 2, x + 7, x_bar + 7, -1, 3, y_bar[0]);
      }));
  return finish();
}
