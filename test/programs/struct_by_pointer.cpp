// A struct through a pointer.
#include "harness.h"

struct Body {
  double mass;
  double at[2];
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Body *a, Body *b) {
  double dx = b->at[0] - a->at[0], dy = (*b).at[1] - a->at[1];
  double r2 = dx * dx + dy * dy;
  b->at[0] += dx / r2 * a->mass;
  b->mass *= 0.5;
  return a->mass * b->mass / std::sqrt(r2);
}

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9, 0.1, -0.6}, 4,
      [](In x, Out y) {
        Body a{x[0], {x[1], x[2]}}, b{x[3], {x[4], x[5]}};
        y[3] = f(&a, &b);
        y[0] = b.mass;
        copy(b.at, y + 1, 2);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Body a{x[0], {x[1], x[2]}}, b{x[3], {x[4], x[5]}};
        Body a_dot{x_dot[0], {x_dot[1], x_dot[2]}}, b_dot{x_dot[3], {x_dot[4], x_dot[5]}};
        y[3] = f_forward(&a, &a_dot, &b, &b_dot, y_dot[3]);
        y[0] = b.mass;
        copy(b.at, y + 1, 2);
        y_dot[0] = b_dot.mass;
        copy(b_dot.at, y_dot + 1, 2);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Body a{x[0], {x[1], x[2]}}, b{x[3], {x[4], x[5]}};
        Body a_bar{x_bar[0], {x_bar[1], x_bar[2]}}, b_bar{y_bar[0], {y_bar[1], y_bar[2]}};
        y[3] = f_reverse(&a, &a_bar, &b, &b_bar, y_bar[3]);
        y[0] = b.mass;
        copy(b.at, y + 1, 2);
        x_bar[0] = a_bar.mass;
        copy(a_bar.at, x_bar + 1, 2);
        x_bar[3] += b_bar.mass;
        add(b_bar.at, x_bar + 4, 2);
      }));
  return finish();
}
