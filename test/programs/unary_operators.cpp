// Unary plus, minus, and ! in conditions; ~ and shifts on integers.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n) {
  double y = -x * +x;
  if (!(y > 0) && !!n)
    y = -(-y - -x);
  return -y * ((~n & 3) + (n << 2) - (n ^ 5)) + (n % 3 | 4);
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], 6, y_bar[0]); }));
  return finish();
}
