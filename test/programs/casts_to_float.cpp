// Values that pass through float keep their derivative.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  float a = static_cast<float>(x);
  float b = float(y) * a;
  double c = (float)(x * y);
  b += c;
  return c * b + a;
}

int main() {
  check({0.5, 1.25}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        }),
        {1e-7L, 1e-6L, 1e-4L, 1.0L / 16});
  return finish();
}
