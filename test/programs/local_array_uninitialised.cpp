// A local array without initialiser, written before it is read, in each iteration anew.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double window[3];
    for (int k = 0; k < 3; ++k)
      window[k] = a[(i + k) % n];
    sum += window[0] * window[1] * window[2];
  }
  return sum;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 1.25}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
