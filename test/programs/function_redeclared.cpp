// Annotated twice, the same way; and once in a prototype, once in the definition.
#include "harness.h"

[[ad::differentiate(reverse)]] double f(double x);
[[ad::differentiate(reverse)]] double f(double x);
[[ad::differentiate(forward)]] double f(double x);
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  return x * x * x;
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
