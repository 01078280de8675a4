// Counted loops in all directions and strides, empty ones, and one whose bound is data.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double x = 1;
  for (int i = 0; i < n; i += 2)
    x = x * a[i] + 1;
  for (int i = n - 1; i > 0; i -= 3)
    x += a[i] * x * 0.1;
  for (unsigned i = 0; i != 3; i++)
    x *= 1 + 0.1 * a[i];
  for (int i = 5; i < 5; ++i)
    x = 0;
  for (int i = n; i-- > 0;)
    x -= 0.2 * a[i] * x;
  for (long i = 1; i * i <= n; i *= 2)
    x *= a[i];
  return x;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 1.25, 0.8}, 1, [](In x, Out y) { y[0] = f(x, 6); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 6, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 6, y_bar[0]); }));
  return finish();
}
