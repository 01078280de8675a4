// frexp, ldexp, scalbn, scalbln.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int e;
  double m = std::frexp(x * 10, &e);
  return std::ldexp(m * y, e) * m + std::scalbn(x, 3) * std::scalbln(y, -2) + e * x;
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
