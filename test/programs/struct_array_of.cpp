// An array of structs, swapped and updated in place.
#include "harness.h"

struct Particle {
  double x, v;
  int id;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(Particle *p, int n) {
  for (int i = 0; i + 1 < n; ++i) {
    if (p[i].x > p[i + 1].x) {
      Particle t = p[i];
      p[i] = p[i + 1];
      p[i + 1] = t;
    }
    p[i].x += p[i + 1].v * p[i].x;
    p[i + 1].v *= p[i].v;
  }
}

int main() {
  auto load = [](In x, Particle *p) {
    for (int i = 0; i < 3; ++i)
      p[i] = {x[2 * i], x[2 * i + 1], i};
  };
  auto store = [](const Particle *p, Out y) {
    for (int i = 0; i < 3; ++i) {
      y[2 * i] = p[i].x;
      y[2 * i + 1] = p[i].v;
    }
  };
  check(
      {0.7, 1.3, 0.4, 0.9, 0.1, -0.6}, 6,
      [&](In x, Out y) {
        Particle p[3];
        load(x, p);
        f(p, 3);
        store(p, y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Particle p[3], p_dot[3];
        load(x, p);
        load(x_dot, p_dot);
        f_forward(p, p_dot, 3);
        store(p, y);
        store(p_dot, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Particle p[3], p_bar[3];
        load(x, p);
        load(y_bar, p_bar);
        f_reverse(p, p_bar, 3);
        store(p, y);
        expect("ids swapped", p[0].id * 100 + p[1].id * 10 + p[2].id, 120);
        double back[6];
        store(p_bar, back);
        add(back, x_bar, 6);
      }));
  return finish();
}
