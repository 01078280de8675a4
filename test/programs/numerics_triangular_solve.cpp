// Forward and backward substitution, in place in the right-hand side.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double *l, double *b, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      b[i] -= l[i * n + j] * b[j];
    b[i] /= l[i * n + i];
  }
  for (int i = n; i-- > 0;) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= l[j * n + i] * b[j];
    b[i] /= l[i * n + i];
  }
}

int main() {
  // x holds the 9 inputs, then what the 3 outputs hold on entry.
  check(
      {2., 0., 0., 1., 3., 0., 0.5, -1., 1.5, 1., 2., 3.}, 3,
      [](In x, Out y) {
        copy(x + 9, y, 3);
        f(x, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 9, y, 3);
        copy(x_dot + 9, y_dot, 3);
        f_forward(x, x_dot, y, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar[3];
        copy(x + 9, y, 3);
        copy(y_bar, out_bar, 3);
        f_reverse(x, x_bar, y, out_bar, 3);
        add(out_bar, x_bar + 9, 3);
      }));
  return finish();
}
