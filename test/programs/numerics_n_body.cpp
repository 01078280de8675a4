// One leapfrog step of three bodies, all pairs, symmetric updates.
#include "harness.h"

struct Body {
  double x, y, vx, vy, mass;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void step(Body *b, int n, double dt) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const double dx = b[j].x - b[i].x, dy = b[j].y - b[i].y;
      const double r2 = dx * dx + dy * dy + 0.01;
      const double g = dt / (r2 * std::sqrt(r2));
      b[i].vx += g * b[j].mass * dx;
      b[i].vy += g * b[j].mass * dy;
      b[j].vx -= g * b[i].mass * dx;
      b[j].vy -= g * b[i].mass * dy;
    }
  for (Body *p = b; p != b + n; ++p) {
    p->x += dt * p->vx;
    p->y += dt * p->vy;
  }
}

int main() {
  auto load = [](In x, Body *b) {
    for (int i = 0; i < 3; ++i)
      b[i] = {x[5 * i], x[5 * i + 1], x[5 * i + 2], x[5 * i + 3], x[5 * i + 4]};
  };
  auto store = [](const Body *b, Out y) {
    for (int i = 0; i < 3; ++i) {
      const double each[5] = {b[i].x, b[i].y, b[i].vx, b[i].vy, b[i].mass};
      copy(each, y + 5 * i, 5);
    }
  };
  check(
      {0., 0.1, 0., 0.2, 5., 1., 0., 0.1, 2., 1., -1.5, 0.4, 0., -1.5, 0.5, 0.05}, 15,
      [&](In x, Out y) {
        Body b[3];
        load(x, b);
        step(b, 3, x[15]);
        step(b, 3, x[15]);
        store(b, y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Body b[3], b_dot[3];
        load(x, b);
        load(x_dot, b_dot);
        step_forward(b, b_dot, 3, x[15], x_dot[15]);
        step_forward(b, b_dot, 3, x[15], x_dot[15]);
        store(b, y);
        store(b_dot, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Body b[3], first[3], b_bar[3];
        load(x, b);
        load(y_bar, b_bar);
        step(b, 3, x[15]);
        for (int i = 0; i < 3; ++i)
          first[i] = b[i];
        step_reverse(b, b_bar, 3, x[15], x_bar[15]);
        store(b, y);
        load(x, b);
        step_reverse(b, b_bar, 3, x[15], x_bar[15]);
        expect("state after the first step", b[2].vy, first[2].vy);
        double back[15];
        store(b_bar, back);
        add(back, x_bar, 15);
      }));
  return finish();
}
