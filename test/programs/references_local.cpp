// Local references to variables and elements.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double &r = x;
  double t[3] = {x, y, 1};
  r *= y;
  int k = 1;
  double &e = t[k];
  k = 2;
  e += r;
  const double &c = t[1];
  t[1] *= x;
  double &again = r;
  again -= c * t[k];
  return x * e + c;
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
