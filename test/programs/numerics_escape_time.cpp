// A Mandelbrot-like iteration with a smooth escape count.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double cx, double cy) {
  double x = 0, y = 0;
  for (int n = 0; n < 50; ++n) {
    const double xx = x * x, yy = y * y;
    if (xx + yy > 100)
      return n - std::log2(std::log(xx + yy));
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return x * x + y * y;
}

int main() {
  check(
      {0.4, 0.5}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {-0.1, 0.2}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
