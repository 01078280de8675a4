// The same with two buffers whose pointers are exchanged.
#include "harness.h"
#include <utility>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *initial, int n, int steps) {
  double first[8], second[8];
  double *now = first, *next = second;
  for (int i = 0; i < n; ++i)
    now[i] = next[i] = initial[i];
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i + 1 < n; ++i)
      next[i] = now[i] + 0.2 * (now[i - 1] - 2 * now[i] * now[i] + now[i + 1]);
    std::swap(now, next);
  }
  double *hold = now;
  now = next;
  next = hold;
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += next[i] * now[n - 1 - i];
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3}, 1, [](In x, Out y) { y[0] = f(x, 5, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, 3, y_bar[0]); }));
  return finish();
}
