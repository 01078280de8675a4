// Collatz-like control flow on doubles.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int n = 27;
  double sum = 0;
  while (n != 1 && sum < 200) {
    if (n % 2) {
      x = 1.01 * x + 0.1 * y;
      n = 3 * n + 1;
    } else {
      x = std::sqrt(x * x + 1) - 0.5;
      n /= 2;
    }
    sum += x;
  }
  return sum * y + n;
}

int main() {
  check(
      {0.5, 1.5}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
