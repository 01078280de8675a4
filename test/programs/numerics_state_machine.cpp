// A state machine in a switch inside a loop.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  enum { idle, rising, falling } state = idle;
  double level = 0.1, out = 0;
  for (int i = 0; i < n; ++i) {
    switch (state) {
    case idle:
      if (a[i] > 0.5)
        state = rising;
      break;
    case rising:
      level += a[i] * (1 - level);
      if (level > 0.8) {
        state = falling;
        out += level;
      }
      break;
    case falling:
      level *= 0.5 * a[i];
      if (level < 0.3)
        state = idle;
      out -= level * a[i];
    }
  }
  return out + level;
}

int main() {
  check(
      {0.9, 0.7, 0.6, 0.3, 0.8, 0.9, 0.75, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 8); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 8, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 8, y_bar[0]); }));
  return finish();
}
