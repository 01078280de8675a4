// Rotation by a data-dependent number of places.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  int places = a[0] > 0 ? 2 : 1;
  for (int k = 0; k < places; ++k) {
    double first = a[0];
    for (int i = 0; i + 1 < n; ++i)
      a[i] = a[i + 1];
    a[n - 1] = first * 1.5;
  }
  a[0] *= a[n - 1];
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, -0.75, 2.0}, 4,
      [](In x, Out y) {
        copy(x, y, 4);
        f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        f_forward(y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[4];
        copy(x, y, 4);
        copy(y_bar, a_bar, 4);
        f_reverse(y, a_bar, 4);
        add(a_bar, x_bar, 4);
      }));
  return finish();
}
