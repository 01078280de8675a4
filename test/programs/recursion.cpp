// Recursion on integers and on doubles.
#include "harness.h"

double power(double x, int n) {
  if (n == 0)
    return 1;
  double half = power(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n) {
  if (x > 4)
    return x + power(x, n);
  return x * f(x * 1.7, n) - x;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], 3, y_bar[0]); }));
  return finish();
}
