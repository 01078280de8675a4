// The user's names are those that generated code would like to use.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x_bar, double tape, double f_bar, double i) {
  double x_dot = x_bar * tape, value = x_dot + f_bar;
  double t = value * i, s = t;
  {
    double value = s * x_bar, tape_bar = value;
    s += tape_bar * tape;
  }
  for (int x = 0; x < 2; ++x) {
    double i_bar = s * i;
    s = std::sin(i_bar) + x;
  }
  return s * value;
}

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9}, 1, [](In x, Out y) { y[0] = f(x[0], x[1], x[2], x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], x[2], x_dot[2], x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], x[2], x_bar[2], x[3], x_bar[3], y_bar[0]);
      }));
  return finish();
}
