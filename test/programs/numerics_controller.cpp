// A PID controller with clamped output and an integral that is reset: state in a struct.
#include "harness.h"
#include <algorithm>

struct Pid {
  double p, i, d;
  double integral = 0, last = 0;
  double operator()(double error, double dt) {
    integral += error * dt;
    const double slope = (error - last) / dt;
    last = error;
    double u = p * error + i * integral + d * slope;
    const double bounded = std::clamp(u, -1.0, 1.0);
    if (u != bounded)
      integral *= 0.9;
    return bounded;
  }
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double cost(double p, double i, double d, int steps) {
  Pid pid{p, i, d};
  double x = 0, v = 0, sum = 0;
  for (int s = 0; s < steps; ++s) {
    const double u = pid(1 - x, 0.1);
    v += 0.1 * (u - 0.5 * v);
    x += 0.1 * v;
    sum += (1 - x) * (1 - x) + 0.01 * u * u;
  }
  return sum;
}

int main() {
  check(
      {1.3, 0.4, 0.25}, 1, [](In x, Out y) { y[0] = cost(x[0], x[1], x[2], 20); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = cost_forward(x[0], x_dot[0], x[1], x_dot[1], x[2], x_dot[2], 20, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = cost_reverse(x[0], x_bar[0], x[1], x_bar[1], x[2], x_bar[2], 20, y_bar[0]);
      }));
  return finish();
}
