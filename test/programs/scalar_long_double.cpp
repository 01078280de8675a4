// long double keeps its digits.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
long double f(long double x, long double y) {
  long double a = x * x * y;
  a += y / x;
  return a * 0.1L;
}

int main() {
  check(
      {1.3L, 0.4L}, 1, [](const long double *x, long double *y) { y[0] = f(x[0], x[1]); },
      AD([](const long double *x, const long double *x_dot, long double *y, long double *y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](const long double *x, long double *x_bar, long double *y, const long double *y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
