// Default arguments survive where they are still trailing.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n = 3) {
  return n * x * x;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void g(double *a, int n = 2) {
  for (int i = 0; i < n; ++i)
    a[i] *= a[i];
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], 3, y_bar[0]); }));
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        copy(x, y, 2);
        g(y, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 2);
        copy(x_dot, y_dot, 2);
        g_forward(y, y_dot, 2);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[2];
        copy(x, y, 2);
        copy(y_bar, a_bar, 2);
        g_reverse(y, a_bar, 2);
        add(a_bar, x_bar, 2);
      }));
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        copy(x, y, 2);
        g(y);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 2);
        copy(x_dot, y_dot, 2);
        g_forward(y, y_dot);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[2];
        copy(x, y, 2);
        copy(y_bar, a_bar, 2);
        g_reverse(y, a_bar);
        add(a_bar, x_bar, 2);
      }));
#ifndef NO_AD
  double x_bar = 0;
  expect("f", f_reverse(2, x_bar), 12);
  expect("x_bar", x_bar, 12);
  expect("f", f_reverse(2, x_bar, 1), 4);
  expect("x_bar", x_bar, 16);
#endif
  return finish();
}
