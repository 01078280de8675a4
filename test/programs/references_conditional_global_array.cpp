// A reference chosen among elements of two arrays, one of them the caller's.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  double t[2] = {a[0], a[n - 1]};
  for (int i = 0; i < n; ++i) {
    double &r = a[i] > 1 ? a[i] : t[i % 2];
    r = r * r * 0.5 + a[(i + 1) % n];
  }
  a[0] = t[0] + t[1];
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, 0.75, 2.0}, 4,
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
