// A static method has no this_bar; it is called through the class.
#include "harness.h"

struct Tools {
  double unused;

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  static double square(double x, int n) {
    return n * x * x;
  }
};

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = Tools::square(x[0], 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = Tools::square_forward(x[0], x_dot[0], 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = Tools::square_reverse(x[0], x_bar[0], 3, y_bar[0]);
      }));
  return finish();
}
