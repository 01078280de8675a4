// Divide and conquer in place: a recursive butterfly.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  if (n < 2)
    return;
  int h = n / 2;
  f(a, h);
  f(a + h, n - h);
  for (int i = 0; i < h; ++i) {
    double s = a[i], t = a[h + i] * s;
    a[i] = s + t;
    a[h + i] = s - 0.5 * t;
  }
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3, 0.1, 0.9, -1.2}, 8,
      [](In x, Out y) {
        copy(x, y, 8);
        f(y, 8);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 8);
        copy(x_dot, y_dot, 8);
        f_forward(y, y_dot, 8);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[8];
        copy(x, y, 8);
        copy(y_bar, a_bar, 8);
        f_reverse(y, a_bar, 8);
        add(a_bar, x_bar, 8);
      }));
  return finish();
}
