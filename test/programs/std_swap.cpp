// std::swap of doubles, elements, structs, arrays and pointers.
#include "harness.h"
#include <utility>

struct Pair {
  double a, b;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  double x = a[0], y = a[1] * 2;
  std::swap(x, y);
  for (int i = 0; i + 1 < n; ++i)
    if (a[i] > a[i + 1])
      std::swap(a[i], a[i + 1]);
  Pair p{x, a[0]}, q{a[1], y};
  std::swap(p, q);
  double s[2] = {p.a, q.b}, t[2] = {p.b * p.b, 1};
  std::swap(s, t);
  double *u = s, *v = t;
  std::swap(u, v);
  u[0] *= v[0];
  using std::swap;
  swap(s[0], t[1]);
  a[n - 1] = s[0] * t[0] + t[1];
  swap(a[0], a[0]);
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {1.5, 0.5, 0.75, 2.0}, 4,
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
