// The logistic map, iterated until it has passed a threshold twice.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double r) {
  int passed = 0;
  double sum = 0;
  do {
    x = r * x * (1 - x);
    sum += std::log(x);
    if (x > 0.8 && ++passed == 2)
      break;
  } while (true);
  return sum * x;
}

int main() {
  check(
      {0.23, 3.6}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
