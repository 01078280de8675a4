// If the primal throws, no adjoint has been touched, whatever ran before the throw.
#include "harness.h"
#include <stdexcept>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0)
      throw std::domain_error("negative");
    sum += std::sqrt(a[i]) * a[0];
    a[i] *= 2;
  }
  return sum;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 4,
      [](In x, Out y) {
        copy(x, y, 3);
        y[3] = f(y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 3);
        copy(x_dot, y_dot, 3);
        y[3] = f_forward(y, y_dot, 3, y_dot[3]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[3] = {y_bar[0], y_bar[1], y_bar[2]};
        copy(x, y, 3);
        y[3] = f_reverse(y, b, 3, y_bar[3]);
        add(b, x_bar, 3);
      }));
#ifndef NO_AD
  double a[3] = {0.5, 0.25, -1}, a_bar[3] = {1, 2, 3};
  bool thrown = false;
  try {
    f_reverse(a, a_bar, 3);
  } catch (const std::domain_error &error) {
    thrown = error.what()[0] == 'n';
  }
  expect_true("thrown", thrown);
  for (int i = 0; i < 3; ++i)
    expect("adjoint untouched", a_bar[i], i + 1);
  expect("primal as f leaves it", a[0] + a[1] + a[2], 0.5);
#endif
  return finish();
}
