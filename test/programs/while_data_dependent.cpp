// The number of iterations depends on the data.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  int k = 0;
  double s = x;
  while (s < 20) {
    s = s * s * 0.5 + x;
    ++k;
  }
  return s + k * x;
}

int main() {
  check(
      {1.23}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
