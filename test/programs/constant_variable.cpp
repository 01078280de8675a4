// [[ad::constant]] on a local variable, a field and a function cuts the derivative there.
#include "harness.h"

struct Settings {
  double gain;
  [[ad::constant]] double limit;
};

[[ad::constant]] double scale(double x) { return x * x + 1; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  [[ad::constant]] double frozen = x * y;
  return frozen * x + y;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(const Settings &s, double x) {
  return s.gain * x * s.limit;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double h(double x) {
  return x * scale(x);
}

int main() {
#ifndef NO_AD
  double x_bar = 0, y_bar = 0, f_dot = 0;
  expect("f", f_reverse(2, x_bar, 3, y_bar), 15);
  expect("x_bar", x_bar, 6);
  expect("y_bar", y_bar, 1);
  expect("f", f_forward(2, 1, 3, 10, f_dot), 15);
  expect("f_dot", f_dot, 16);
  Settings s_bar{0, 7};
  x_bar = 0;
  expect("g", g_reverse({2, 3}, s_bar, 5, x_bar), 30);
  expect("gain", s_bar.gain, 15);
  expect("limit", s_bar.limit, 7);
  expect("x_bar", x_bar, 6);
  x_bar = 0;
  expect("h", h_reverse(3, x_bar), 30);
  expect("x_bar", x_bar, 10);
#else
  expect("f", f(2, 3) + g({2, 3}, 5) + h(3), 15 + 30 + 30);
#endif
  return finish();
}
