// A void function that returns early.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  for (int i = 1; i < n; ++i) {
    if (a[i] < 0)
      return;
    a[i] *= a[i - 1];
    if (a[i] > 5) {
      a[0] = a[i] * 2;
      return;
    }
  }
  a[0] *= a[0];
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, 0.75, 2.0}, 4,
      [](In x, Out y) {
        copy(x, y, 4);
        f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        f_forward(y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[4];
        copy(x, y, 4);
        copy(y_bar, a_bar, 4);
        f_reverse(y, a_bar, 4);
        add(a_bar, x_bar, 4);
      }));
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, -0.75, 2.0}, 4,
      [](In x, Out y) {
        copy(x, y, 4);
        f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        f_forward(y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[4];
        copy(x, y, 4);
        copy(y_bar, a_bar, 4);
        f_reverse(y, a_bar, 4);
        add(a_bar, x_bar, 4);
      }));
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {2.5, 1.5, 1.75, 2.0}, 4,
      [](In x, Out y) {
        copy(x, y, 4);
        f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        f_forward(y, y_dot, 4);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[4];
        copy(x, y, 4);
        copy(y_bar, a_bar, 4);
        f_reverse(y, a_bar, 4);
        add(a_bar, x_bar, 4);
      }));
  return finish();
}
