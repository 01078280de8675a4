// Results through references and pointers.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double x, double y, double &sum, double *product) {
  sum = x + y;
  *product = x * y;
  sum *= *product;
}

int main() {
  check(
      {0.7, 1.3, 5.0, 6.0}, 2,
      [](In x, Out y) {
        copy(x + 2, y, 2);
        f(x[0], x[1], y[0], &y[1]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 2, y, 2);
        copy(x_dot + 2, y_dot, 2);
        f_forward(x[0], x_dot[0], x[1], x_dot[1], y[0], y_dot[0], &y[1], &y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[2] = {y_bar[0], y_bar[1]};
        copy(x + 2, y, 2);
        f_reverse(x[0], x_bar[0], x[1], x_bar[1], y[0], b[0], &y[1], &b[1]);
        expect("adjoint of sum on entry", b[0], 0);
        expect("adjoint of product on entry", b[1], 0);
      }));
  return finish();
}
