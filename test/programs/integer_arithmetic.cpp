// Integers mixed into floating expressions: division, modulo, conversion of the operands.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n, long m) {
  double a = n / 2 * x;
  double b = x * (n % 3) / m;
  double c = n / m + 1.0 * n / m * x;
  x *= n;
  x -= n++ * 0.1;
  int k = n;
  k *= 1.5;
  k += x;
  return a * b + c * x + n + k * x;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 7, 3L); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], 7, 3L, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], 7, 3L, y_bar[0]);
      }));
  return finish();
}
