// Structs in structs, with arrays inside.
#include "harness.h"

struct Range {
  double low, high;
};
struct Grid {
  Range axis[2];
  struct {
    double level[3];
    int count;
  } levels;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Grid &g) {
  Grid local = g;
  local.axis[0].low *= local.axis[1].high;
  double sum = 0;
  for (int i = 0; i < local.levels.count; ++i)
    sum += local.levels.level[i] * (local.axis[i % 2].high - local.axis[i % 2].low);
  local.axis[1] = {sum, g.axis[0].low};
  Range r = local.axis[1];
  return sum * r.low + r.high;
}

int main() {
  auto make = [](In x) { return Grid{{{x[0], x[1]}, {x[2], x[3]}}, {{x[4], x[5], x[6]}, 3}}; };
  check(
      {0.7, 1.3, 0.4, 0.9, 0.1, -0.6, 1.2}, 1, [&](In x, Out y) { y[0] = f(make(x)); },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(make(x), make(x_dot), y_dot[0]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Grid g_bar = make(x_bar);
        y[0] = f_reverse(make(x), g_bar, y_bar[0]);
        for (int i = 0; i < 2; ++i) {
          x_bar[2 * i] = g_bar.axis[i].low;
          x_bar[2 * i + 1] = g_bar.axis[i].high;
        }
        copy(g_bar.levels.level, x_bar + 4, 3);
      }));
  return finish();
}
