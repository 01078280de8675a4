// Rules that mention the result or repeat the argument: arguments with calls and side effects.
#include "harness.h"

double twice(double &x) { return x *= 2; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int i = 0;
  double t[3] = {x, y, x * y};
  double a = std::exp(t[i++] * 0.5);
  a *= std::sqrt(t[i++]);
  a += std::pow(twice(x), y *= 1.1) + std::tanh(t[i] = a * 0.1);
  a = std::sin(a);
  a = std::sqrt(a * a + t[2]);
  return std::exp(std::exp(std::sin(a))) + std::atan2(t[2], twice(y)) + x;
}

int main() {
  check(
      {0.7, 0.6}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
