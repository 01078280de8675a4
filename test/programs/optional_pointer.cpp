// A pointer parameter that may be null, and then is not followed.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, const double *weights, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += weights ? weights[i] * a[i] : a[i] * a[i];
  return sum;
}

int main() {
  check(
      {0.7, 1.3, 0.4, 2.0}, 1, [](In x, Out y) { y[0] = f(x, x + 2, 2) * 2 + f(x, nullptr, 2); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double first, second;
        y[0] = f_forward(x, x_dot, x + 2, x_dot + 2, 2, first) * 2;
        y[0] += f_forward(x, x_dot, nullptr, nullptr, 2, second);
        y_dot[0] = 2 * first + second;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, x + 2, x_bar + 2, 2, 2 * y_bar[0]) * 2;
        y[0] += f_reverse(x, x_bar, nullptr, nullptr, 2, y_bar[0]);
      }));
  return finish();
}
