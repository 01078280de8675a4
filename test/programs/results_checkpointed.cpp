// Mode checkpointed: results that are stored behind pointers and references when the reverse sweep
// is over, though it runs the loop before them again, from snapshots of the same variables.
#include "checkpointed.h"
#include <cmath>

#define MODES [[ad::differentiate(forward, reverse, checkpointed)]]

MODES void counted(const double *x, double *out, double &other, int n) {
  double s = x[0], t = 1;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s) * x[1] + t;
    t = 0.5 * t + 0.1 * s * s;
  }
  *out = s;
  other = s * t;
}
MODES void until(const double *x, double *out, double &other, int n) {
  double s = x[0];
  int i = 0;
  while (s < 4 && i < n) {
    s = 1.2 * s + std::sin(s) * x[1];
    ++i;
  }
  other = s;
  out[0] = i;
}
MODES void onto_what_was_read(const double *x, double *out, double &other, int n) {
  double s = *out, f = 1;
  for (int i = 0; i < n; ++i) {
    f = f * 0.5 + s;
    s = 0.5 * std::cos(s * x[i % 2]) + 0.1 * f;
  }
  other = s + other;
  *out = f * *out;
}

// x[0], x[1], *out and other in one array, which is input and output.
template <class Primal, class Forward, class Reverse>
void run(Primal primal, Forward forward, Reverse reverse, Reverse checkpointed) {
  for (int n : {0, 1, 2, 17})
    for (int out : {0, 1, 2})
      check(
          {0.7, 0.3, 0.4, 0.2}, 4,
          [&](In x, Out y) {
            copy(x, y, 4);
            primal(y, y + out, y[3], n);
          },
          [&](In x, In d, Out y, Out y_dot) {
            copy(x, y, 4), copy(d, y_dot, 4);
            forward(y, y_dot, y + out, y_dot + out, y[3], y_dot[3], n);
          },
          [&](In x, Out x_bar, Out y, In y_bar) {
            double bar[4], again[4], z[4];
            copy(x, z, 4), copy(x, y, 4), copy(y_bar, bar, 4), copy(y_bar, again, 4);
            reverse(z, bar, z + out, bar + out, z[3], bar[3], n);
            checkpointed(y, again, y + out, again + out, y[3], again[3], n);
            expect_true("the same bits", same(bar, again, 4) && same(z, y, 4));
            add(again, x_bar, 4);
          });
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    AD(run(counted, counted_forward, counted_reverse, counted_checkpointed));
    AD(run(until, until_forward, until_reverse, until_checkpointed));
    AD(run(onto_what_was_read, onto_what_was_read_forward, onto_what_was_read_reverse,
           onto_what_was_read_checkpointed));
  });
  return finish();
}
