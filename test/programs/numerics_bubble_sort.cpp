// Bubble sort of doubles until nothing moves, then weights by rank.
#include "harness.h"
#include <utility>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  bool moved = true;
  while (moved) {
    moved = false;
    for (int i = 0; i + 1 < n; ++i)
      if (a[i] > a[i + 1]) {
        std::swap(a[i], a[i + 1]);
        moved = true;
      }
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (i + 1) * a[i] * a[i];
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3}, 6,
      [](In x, Out y) {
        copy(x, y, 5);
        y[5] = f(y, 5);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 5);
        copy(x_dot, y_dot, 5);
        y[5] = f_forward(y, y_dot, 5, y_dot[5]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[5];
        copy(x, y, 5);
        copy(y_bar, b, 5);
        y[5] = f_reverse(y, b, 5, y_bar[5]);
        add(b, x_bar, 5);
      }));
  return finish();
}
