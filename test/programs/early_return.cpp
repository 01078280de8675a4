// return from nested loops, after updates of an array that stay visible.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  double x = 0.1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      x += a[i] * a[j];
      a[j] *= 1.1;
      if (x > 4)
        return x * a[i];
    }
    if (a[i] > 10)
      return a[i];
  }
  return -x;
}

int main() {
  for (double first : {0.1, 0.9, 1.5})
    check(
        {first, 0.5, -0.75, 0.25}, 5,
        [](In x, Out y) {
          copy(x, y, 4);
          y[4] = f(y, 4);
        },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          copy(x, y, 4);
          copy(x_dot, y_dot, 4);
          y[4] = f_forward(y, y_dot, 4, y_dot[4]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double a_bar[4];
          copy(x, y, 4);
          copy(y_bar, a_bar, 4);
          y[4] = f_reverse(y, a_bar, 4, y_bar[4]);
          add(a_bar, x_bar, 4);
        }));
  return finish();
}
