// Overloads: each has its own companions.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  return x * x;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  return f(x) * y;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  return f(a[0], a[n - 1]) + f(a[1]);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float f(float x) {
  return x * 3;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
  check(
      {0.7f}, 1, [](const float *x, float *y) { y[0] = f(x[0]); },
      AD([](const float *x, const float *x_dot, float *y, float *y_dot) {
        y[0] = f_forward(x[0], x_dot[0], y_dot[0]);
      }),
      AD([](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  return finish();
}
