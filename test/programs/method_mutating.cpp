// A method that changes its object; private fields; calls to other methods.
#include "harness.h"

class Oscillator {
  double x = 1, v;
  int steps = 0;

  double force(double k) const { return -k * x; }

public:
  Oscillator(double x, double v) : x(x), v(v) {}
  double where() const { return x; }
  double speed() const { return v; }

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double step(double k, double dt) {
    v += dt * force(k);
    x += dt * v;
    ++steps;
    return force(k) * steps;
  }
};

int main() {
  check(
      {0.7, 1.3, 0.4, 0.1}, 3,
      [](In x, Out y) {
        Oscillator o(x[0], x[1]);
        y[2] = o.step(x[2], x[3]);
        y[0] = o.where();
        y[1] = o.speed();
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Oscillator o(x[0], x[1]), o_dot(x_dot[0], x_dot[1]);
        y[2] = o.step_forward(o_dot, x[2], x_dot[2], x[3], x_dot[3], y_dot[2]);
        y[0] = o.where();
        y[1] = o.speed();
        y_dot[0] = o_dot.where();
        y_dot[1] = o_dot.speed();
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Oscillator o(x[0], x[1]), o_bar(y_bar[0], y_bar[1]);
        y[2] = o.step_reverse(o_bar, x[2], x_bar[2], x[3], x_bar[3], y_bar[2]);
        y[0] = o.where();
        y[1] = o.speed();
        x_bar[0] += o_bar.where();
        x_bar[1] += o_bar.speed();
      }));
  return finish();
}
