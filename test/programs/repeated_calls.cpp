// Companions keep no state: the same call twice, interleaved with others, gives the same.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 0.1;
  while (x < 5)
    for (int i = 0; i < n; ++i) {
      x += a[i] * a[i] * x + 0.1;
      if (x > 20)
        break;
    }
  return x;
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
#ifndef NO_AD
  const double a[2] = {0.5, 0.25}, b[3] = {1, 2, 3};
  double first[2] = {}, second[2] = {}, other[3] = {};
  f_reverse(a, first, 2);
  for (int i = 0; i < 100; ++i)
    f_reverse(b, other, 3);
  f_reverse(a, second, 2);
  expect("same", first[0] - second[0], 0);
  expect("same", first[1] - second[1], 0);
#endif
  return finish();
}
