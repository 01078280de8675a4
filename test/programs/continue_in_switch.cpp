// A `continue` inside of a switch, in a loop that is not counted: each iteration remembers it.
#include "harness.h"

struct Link {
  double v;
  Link *next;
};

[[ad::differentiate(forward, reverse)]]
void f(Link *first, double (&out)[3]) {
  for (Link *p = first; p; p = p->next) {
    switch (static_cast<int>(2.5 + 2 * std::sin(0.5 * p->v)) % 3) {
    default:
      continue;
    case 1:
      break;
    case 2:
      out[2] += p->v * out[1];
      break;
    }
    out[1] += p->v * p->v;
  }
}

static void link(Link (&l)[4], In x) {
  for (int i = 0; i < 4; ++i)
    l[i] = {x[i], i < 3 ? &l[i + 1] : nullptr};
}

int main() {
  check(
      {-0.4, 3.0, 0.3, -2.0}, 3,
      [](In x, Out y) {
        Link l[4];
        link(l, x);
        double out[3] = {0, 1, 0};
        f(l, out);
        copy(out, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Link l[4], l_dot[4];
        link(l, x);
        link(l_dot, x_dot);
        double out[3] = {0, 1, 0}, out_dot[3] = {};
        f_forward(l, l_dot, out, out_dot);
        copy(out, y, 3);
        copy(out_dot, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Link l[4], l_bar[4];
        link(l, x);
        const double zero[4] = {};
        link(l_bar, zero);
        double out[3] = {0, 1, 0}, out_bar[3] = {y_bar[0], y_bar[1], y_bar[2]};
        f_reverse(l, l_bar, out, out_bar);
        copy(out, y, 3);
        for (int i = 0; i < 4; ++i)
          x_bar[i] += l_bar[i].v;
      }));
  return finish();
}
