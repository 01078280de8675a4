// A callee throws half way; the caller's adjoints are still untouched.
#include "harness.h"

double step(double x) {
  if (x > 3)
    throw x;
  return x * x;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 1;
  for (int i = 0; i < n; ++i)
    sum += step(a[i]) * a[i];
  return sum;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
#ifndef NO_AD
  double a[3] = {0.5, 0.25, 4}, a_bar[3] = {1, 2, 3};
  double thrown = 0;
  try {
    f_reverse(a, a_bar, 3);
  } catch (double value) {
    thrown = value;
  }
  expect("thrown", thrown, 4);
  for (int i = 0; i < 3; ++i)
    expect("adjoint untouched", a_bar[i], i + 1);
#endif
  return finish();
}
