// A struct by reference, updated in place, and one by const reference.
#include "harness.h"

struct State {
  double position, velocity;
  int steps;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double step(State &s, const State &other, double dt) {
  s.velocity -= dt * s.position * other.position;
  s.position += dt * s.velocity;
  ++s.steps;
  return s.position * other.velocity * s.steps;
}

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9, 0.1}, 3,
      [](In x, Out y) {
        State s{x[0], x[1], 1};
        y[2] = step(s, State{x[2], x[3], 5}, x[4]);
        y[0] = s.position;
        y[1] = s.velocity * s.steps;
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        State s{x[0], x[1], 1}, s_dot{x_dot[0], x_dot[1], 0};
        const State o{x[2], x[3], 5}, o_dot{x_dot[2], x_dot[3], 0};
        y[2] = step_forward(s, s_dot, o, o_dot, x[4], x_dot[4], y_dot[2]);
        y[0] = s.position;
        y[1] = s.velocity * s.steps;
        y_dot[0] = s_dot.position;
        y_dot[1] = s_dot.velocity * s.steps;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        State s{x[0], x[1], 1}, s_bar{y_bar[0], 2 * y_bar[1], 0};
        State o_bar{x_bar[2], x_bar[3], 0};
        y[2] = step_reverse(s, s_bar, State{x[2], x[3], 5}, o_bar, x[4], x_bar[4], y_bar[2]);
        y[0] = s.position;
        y[1] = s.velocity * s.steps;
        x_bar[0] += s_bar.position;
        x_bar[1] += s_bar.velocity;
        x_bar[2] = o_bar.position;
        x_bar[3] = o_bar.velocity;
      }));
  return finish();
}
