// Parameters of three floating types; each derivative has its parameter's type.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(float x, double y, long double z) {
  double a = x * y;
  long double b = z + a;
  float c = x;
  return static_cast<double>(b * c) + y;
}

int main() {
  check({0.5, 1.25, -0.75}, 1, [](In x, Out y) { y[0] = f(static_cast<float>(x[0]), x[1], x[2]); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          const float a_dot = static_cast<float>(x_dot[0]);
          const long double c_dot = x_dot[2];
          y[0] = f_forward(static_cast<float>(x[0]), a_dot, x[1], x_dot[1], x[2], c_dot, y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          float a_bar = 0;
          long double c_bar = 0;
          y[0] = f_reverse(static_cast<float>(x[0]), a_bar, x[1], x_bar[1], x[2], c_bar, y_bar[0]);
          x_bar[0] += a_bar;
          x_bar[2] += static_cast<double>(c_bar);
        }),
        {1e-14L, 1e-6L, 1e-5L, 1.0L / 64});
  return finish();
}
