// Cholesky factorisation in place (lower triangle), with a guard that throws.
#include "harness.h"
#include <stdexcept>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  for (int j = 0; j < n; ++j) {
    double d = a[j * n + j];
    for (int k = 0; k < j; ++k)
      d -= a[j * n + k] * a[j * n + k];
    if (d <= 0)
      throw std::domain_error("not positive definite");
    a[j * n + j] = std::sqrt(d);
    for (int i = j + 1; i < n; ++i) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = s / a[j * n + j];
    }
  }
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {4., 1., 2., 1., 5., 3., 2., 0.5, 6.}, 9,
      [](In x, Out y) {
        copy(x, y, 9);
        f(y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 9);
        copy(x_dot, y_dot, 9);
        f_forward(y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[9];
        copy(x, y, 9);
        copy(y_bar, a_bar, 9);
        f_reverse(y, a_bar, 3);
        add(a_bar, x_bar, 9);
      }));
  return finish();
}
