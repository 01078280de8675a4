// [[ad::constant]] parameters have no derivative.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, [[ad::constant]] double scale, [[ad::constant]] const double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += w[i] * x * x * scale;
  return sum * std::sin(scale);
}

int main() {
  static const double w[3] = {0.5, 1.5, 2.5};
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = f(x[0], 1.3, w, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], 1.3, w, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], 1.3, w, 3, y_bar[0]);
      }));
  return finish();
}
