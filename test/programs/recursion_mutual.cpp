// Mutual recursion, between annotated and plain functions.
#include "harness.h"

double odd(double x, int n);

double even(double x, int n) { return n == 0 ? x : odd(x * x + 0.1, n - 1) * x; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double odd(double x, int n) {
  return n == 0 ? 1 : even(std::sin(x), n - 1) + x;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = odd(x[0], 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = odd_forward(x[0], x_dot[0], 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = odd_reverse(x[0], x_bar[0], 5, y_bar[0]);
      }));
  return finish();
}
