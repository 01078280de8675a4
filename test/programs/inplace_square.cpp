// a[i] *= a[i], repeatedly.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < n; ++i)
      a[i] *= a[i];
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.1, -0.75}, 3,
      [](In x, Out y) {
        copy(x, y, 3);
        f(y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 3);
        copy(x_dot, y_dot, 3);
        f_forward(y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[3];
        copy(x, y, 3);
        copy(y_bar, a_bar, 3);
        f_reverse(y, a_bar, 3);
        add(a_bar, x_bar, 3);
      }));
  return finish();
}
