// y is a shifted by one element: reads see what the loop has already written.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *a, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * y[i] + 0.25 * a[i];
}

int main() {
  for (int shift = -1; shift <= 1; ++shift)
    check(
        {0.5, 1.5, -0.75, 0.9, 1.1}, 5,
        [&](In x, Out y) {
          copy(x, y, 5);
          f(y + 1, y + 1 + shift, 3);
        },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          copy(x, y, 5);
          copy(x_dot, y_dot, 5);
          f_forward(y + 1, y_dot + 1, y + 1 + shift, y_dot + 1 + shift, 3);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          double b[5];
          copy(x, y, 5);
          copy(y_bar, b, 5);
          f_reverse(y + 1, b + 1, y + 1 + shift, b + 1 + shift, 3);
          add(b, x_bar, 5);
        }));
  return finish();
}
