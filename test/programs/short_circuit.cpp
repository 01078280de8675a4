// && and || whose operands have side effects.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int hits = 0;
  double z = 1;
  for (int i = 0; i < 6; ++i) {
    if ((x += 0.3) > 1 && (z *= y) < 0.8 && ++hits < 3)
      z += x;
    if (hits == 2 || (y *= 0.9) < 0.4 || (z -= 0.1 * y, z > 4))
      x -= 0.05 * z;
  }
  return x * y * z + hits;
}

int main() {
  check(
      {0.43, 0.77}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
