// f_bar defaults to 1; adjoints are added to, results come back.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  return x * x * y;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float g(float x, int n) {
  return x * x * static_cast<float>(n);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
long double h(long double x) {
  return x * x;
}

int main() {
  check(
      {3.0, 2.0}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
#ifndef NO_AD
  double x_bar = 10, y_bar = 20;
  expect("value", f_reverse(3, x_bar, 2, y_bar), 18);
  expect("x_bar", x_bar, 22);
  expect("y_bar", y_bar, 29);
  expect("value", f_reverse(3, x_bar, 2, y_bar, 0.5), 18);
  expect("x_bar", x_bar, 28);
  expect("y_bar", y_bar, 33.5);
  double f_dot = 99;
  expect("value", f_forward(3, 1, 2, 0, f_dot), 18);
  expect("f_dot", f_dot, 12);
  float g_bar = 1;
  expect("g", g_reverse(2, g_bar, 3), 12);
  expect("g_bar", g_bar, 13);
  long double h_bar = 0;
  expect("h", h_reverse(2, h_bar), 4);
  expect("h_bar", h_bar, 4);
#endif
  return finish();
}
