// Pointer differences and comparisons steer the loop.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 0;
  for (const double *p = a, *q = a + n - 1; p < q; ++p, --q)
    sum += *p * *q * static_cast<double>(q - p);
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 1.25, 0.3}, 1, [](In x, Out y) { y[0] = f(x, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 6, y_bar[0]); }));
  return finish();
}
