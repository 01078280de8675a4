// References to arrays: double (&)[3].
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(const double (&a)[3], double (&b)[3]) {
  for (int i = 0; i < 3; ++i)
    b[i] = a[i] * b[(i + 1) % 3];
}

int main() {
  using A = const double(&)[3];
  check(
      {0.5, 1.5, 2.5, -1.0, 0.75, 2.0}, 3,
      [](In x, Out y) {
        double b[3] = {x[3], x[4], x[5]};
        f(reinterpret_cast<A>(*x), b);
        copy(b, y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double b[3] = {x[3], x[4], x[5]}, b_dot[3] = {x_dot[3], x_dot[4], x_dot[5]};
        f_forward(reinterpret_cast<A>(*x), reinterpret_cast<A>(*x_dot), b, b_dot);
        copy(b, y, 3);
        copy(b_dot, y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[3] = {x[3], x[4], x[5]}, b_bar[3] = {y_bar[0], y_bar[1], y_bar[2]};
        double a_bar[3] = {x_bar[0], x_bar[1], x_bar[2]};
        f_reverse(reinterpret_cast<A>(*x), a_bar, b, b_bar);
        copy(b, y, 3);
        copy(a_bar, x_bar, 3);
        add(b_bar, x_bar + 3, 3);
      }));
  return finish();
}
