// v[i++] *= s, v[--i] += v[i - 1], v[i++] = i (the right side first since C++17).
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *v, int n) {
  double s = v[n - 1];
  int i = 0;
  while (i < n - 1)
    v[i++] *= s;
  s = v[0];
  v[--i] += v[0] * s;
  i = 1;
  v[i++] = s * i;
  v[i] *= v[i - 1];
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, -0.75, 2.0, 1.25}, 5,
      [](In x, Out y) {
        copy(x, y, 5);
        f(y, 5);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 5);
        copy(x_dot, y_dot, 5);
        f_forward(y, y_dot, 5);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[5];
        copy(x, y, 5);
        copy(y_bar, a_bar, 5);
        f_reverse(y, a_bar, 5);
        add(a_bar, x_bar, 5);
      }));
  return finish();
}
