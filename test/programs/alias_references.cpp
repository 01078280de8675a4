// Two reference parameters that may name one variable.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double &a, double &b) {
  a = a * b;
  b = b + std::sin(a);
  a *= b;
}

int main() {
  check(
      {0.5, 1.5}, 2,
      [](In x, Out y) {
        copy(x, y, 2);
        f(y[0], y[1]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 2);
        copy(x_dot, y_dot, 2);
        f_forward(y[0], y_dot[0], y[1], y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[2];
        copy(x, y, 2);
        copy(y_bar, b, 2);
        f_reverse(y[0], b[0], y[1], b[1]);
        add(b, x_bar, 2);
      }));
  check(
      {0.8}, 1,
      [](In x, Out y) {
        y[0] = x[0];
        f(y[0], y[0]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = x[0];
        y_dot[0] = x_dot[0];
        f_forward(y[0], y_dot[0], y[0], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = x[0];
        double b = y_bar[0];
        f_reverse(y[0], b, y[0], b);
        x_bar[0] += b;
      }));
  return finish();
}
