// A switch over an enumeration without default.
#include "harness.h"

enum class Kind { square, cube, none };

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, Kind kind) {
  switch (kind) {
  case Kind::square:
    return x * x;
  case Kind::cube:
    return x * x * x;
  case Kind::none:
    break;
  }
  return x;
}

int main() {
  for (Kind kind : {Kind::square, Kind::cube, Kind::none})
    check(
        {0.7}, 1, [&](In x, Out y) { y[0] = f(x[0], kind); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f_forward(x[0], x_dot[0], kind, y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = f_reverse(x[0], x_bar[0], kind, y_bar[0]);
        }));
  return finish();
}
