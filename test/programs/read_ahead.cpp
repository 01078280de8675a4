// Elements that stay the same while a loop runs are read once, ahead of it. What would make that
// wrong: loops that do not run, where the element does not exist; a loop that overwrites it after
// all, by another subscript, another pointer or in a branch; a second loop beside the first that
// runs where that does not.
#include "harness.h"
#include <cmath>
#include <vector>

#define IN_PLACE(f) [[ad::differentiate(forward, reverse)]] void f(double *u, int n)

IN_PLACE(elimination) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i)
      u[i] -= 0.3 * u[k] * u[k] * u[i];
  for (int i = n - 1; i >= 0; --i)
    for (int j = i + 1; j < n; ++j)
      u[i] -= 0.1 * u[j] * u[i];
}

IN_PLACE(two_loops_deep) {
  for (int t = 0; t < 2; ++t) {
    for (int k = 0; k < n / 4; ++k)
      for (int i = 0; i < 2; ++i)
        for (int j = i; j < 2; ++j)
          u[n / 2 + 2 * i + j] += 0.2 * u[k] * u[k] * u[n / 2 + 2 * i + j];
    for (int k = 0; k < n / 4; ++k)
      u[k] *= 0.5 * u[k];
  }
}

IN_PLACE(beside) { // the first of the loops inside may not run
  for (int t = 0; t < 3; ++t) {
    for (int k = 0; k + 2 < n; ++k) {
      for (int i = 0; i < t - 1; ++i)
        u[n - 1] += 0.1 * u[k] * u[k];
      for (int i = 0; i < 2; ++i)
        u[n - 2] += 0.2 * u[k] * u[k];
    }
    for (int k = 0; k + 2 < n; ++k)
      u[k] *= 0.5 + 0.1 * u[k];
  }
}

IN_PLACE(by_another_subscript) {
  for (int t = 0; t < 2; ++t)
    for (int k = 1; k < n; ++k)
      for (int i = 0; i < n; ++i)
        u[i] += 0.01 * u[k] * u[k] * u[n - 1 - i];
}

IN_PLACE(in_a_branch) {
  for (int t = 0; t < 2; ++t)
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i) {
        if (i > k)
          u[i] -= 0.2 * u[k] * u[k] * u[i];
        if (u[i] > 1)
          u[k] *= 0.7;
      }
}

IN_PLACE(not_there) { // but for the branch, elements behind the end
  for (int t = 0; t < 2; ++t) {
    for (int k = 0; k < n + 5; ++k)
      for (int i = 0; i < 3; ++i)
        if (k < n)
          u[n / 2] += 0.1 * u[k] * u[k];
    for (int k = 0; k < n + 100; ++k)
      for (int i = k; i < n; ++i)
        u[i] *= 1 - 0.1 * u[k] * u[k];
  }
}

[[ad::differentiate(forward, reverse)]] void two(double *a, const double *b, double &c, int n) {
  for (int t = 0; t < 2; ++t) {
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < n; ++i)
        a[i] += 0.1 * b[k] * b[k] * c * a[i];
    c *= 0.5 + 0.1 * a[n - 1];
  }
}
IN_PLACE(by_another_pointer) {
  if (n >= 8) {
    two(u, u + 4, u[n - 1], 4);
    two(u, u + 1, u[2], 3);
  }
}

// The array is copied ahead of a loop: what is read of the copy is not read ahead of that.
struct Coefficients {
  double a, b[2];
};
IN_PLACE(of_a_copy) {
  Coefficients c = {0.5, {n > 0 ? u[0] : 0.1, n > 1 ? u[1] : 0.2}};
  double total = c.a, product = 1;
  for (int k = 0; k < 3; ++k) {
    total += std::acos(0.8 * std::sin(c.b[0]));
    product += 0.1 * std::tanh(c.b[1]) * product;
    for (int i = 0; i < 2; ++i)
      product += 0.1 * std::exp(c.b[0]) * product;
  }
  c.b[0] = 0.5 * product;
  c.b[1] *= c.b[1];
  for (int i = 0; i < n; ++i)
    u[i] *= total + product + c.b[0] * c.b[1];
}

#define CHECK_IN_PLACE(f, n)                                                                       \
  check(                                                                                           \
      point, int(point.size()),                                                                    \
      [&](In x, Out y) {                                                                           \
        copy(x, y, int(point.size()));                                                             \
        f(y, n);                                                                                   \
      },                                                                                           \
      AD([&](In x, In x_dot, Out y, Out y_dot) {                                                   \
        copy(x, y, int(point.size()));                                                             \
        copy(x_dot, y_dot, int(point.size()));                                                     \
        f##_forward(y, y_dot, n);                                                                  \
      }),                                                                                          \
      AD([&](In x, Out x_bar, Out y, In y_bar) {                                                   \
        std::vector<double> b(y_bar, y_bar + point.size());                                        \
        copy(x, y, int(point.size()));                                                             \
        f##_reverse(y, b.data(), n);                                                               \
        add(b.data(), x_bar, int(point.size()));                                                   \
      }))

#define CHECK_ALL(f)                                                                               \
  for (int n : {0, 1, 2, 3, 9})                                                                    \
  CHECK_IN_PLACE(f, n)

int main() {
  const std::initializer_list<double> point = {0.9, 0.4, -0.6, 1.1, 0.7, 0.3, -0.8, 0.5, -0.2};
  CHECK_ALL(elimination);
  CHECK_ALL(two_loops_deep);
  CHECK_ALL(beside);
  CHECK_ALL(by_another_subscript);
  CHECK_ALL(in_a_branch);
  CHECK_ALL(not_there);
  CHECK_ALL(by_another_pointer);
  CHECK_ALL(of_a_copy);
  return finish();
}
