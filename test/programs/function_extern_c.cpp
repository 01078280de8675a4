// extern "C": the companions have C linkage, too.
#include "harness.h"

extern "C" {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double c_square(double x, int n) {
  return x * x * n;
}
}
extern "C" [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double c_cube(double x);
extern "C" double c_cube(double x) { return x * x * x; }

#ifndef NO_AD
namespace other {
extern "C" double c_cube_reverse(double x, double &x_bar, double seed);
}
#endif

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = c_square(x[0], 2); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = c_square_forward(x[0], x_dot[0], 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = c_square_reverse(x[0], x_bar[0], 2, y_bar[0]);
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = c_cube(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = c_cube_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = other::c_cube_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  return finish();
}
