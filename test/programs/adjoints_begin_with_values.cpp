// Adjoints of local arrays that begin with what is added to them first, or are used again.
#include "harness.h"

/// Two numbers that stages of a step fill and read, one after the other.
[[ad::differentiate(forward, reverse)]]
double stages(const double *x, int steps) {
  double y[2] = {x[0], x[1]};
  double e = 0;
  for (int t = 0; t < steps; ++t) {
    double k1[2], k2[2], at[2];
    k1[0] = x[2] * y[0] * y[1];
    k1[1] = std::sin(y[1]) - y[0];
    for (int i = 0; i < 2; ++i)
      at[i] = y[i] + 0.1 * k1[i];
    k2[0] = x[2] * at[0] * at[1];
    k2[1] = std::sin(at[1]) - at[0];
    for (int i = 0; i < 2; ++i)
      at[i] = y[i] + 0.2 * k2[i];
    e += at[0] * at[1];
    for (int i = 0; i < 2; ++i)
      y[i] += 0.1 * (k1[i] + k2[i]);
  }
  return e + y[0] * y[1];
}

/// Some of the elements only, twice the same, and in between what changes the values.
[[ad::differentiate(forward, reverse)]]
double parts(const double *x) {
  double m[3][2] = {};
  m[0][0] = x[0] * x[1];
  m[1][1] = x[1] + m[0][0];
  m[2][0] = x[2] * m[1][1];
  double s = m[0][0] * m[2][0] + 3 * m[1][1] + 2 * m[0][0];
  s *= m[1][1];
  return s + m[2][0] + m[0][1];
}

/// Each iteration has a row of its own, which it reads again after it has been set.
[[ad::differentiate(forward, reverse)]]
double rows(const double *x, int n) {
  double k[4][2], a = x[0], b = x[1];
  for (int i = 0; i < 4; ++i) {
    k[i][0] = a * b - x[n - 1];
    k[i][1] = a - b * b + 0.1 * k[i][0];
    a += 0.3 * k[i][0];
    b += 0.2 * k[i][1];
  }
  return k[0][0] + 2 * k[1][1] * k[3][0] + k[2][0] - k[2][1] + a * b;
}

/// The row after the one that an iteration sets, and the one before.
[[ad::differentiate(forward, reverse)]]
double neighbours(const double *x) {
  double k[4] = {x[0], x[1], x[2], 0}, a = x[0];
  for (int i = 0; i < 4; ++i) {
    a += k[i] * k[(i + 1) % 4];
    k[i] = a * x[1];
    if (i > 0)
      a -= 0.1 * k[i - 1];
  }
  return k[0] * k[1] + k[2] * k[3] + a;
}

int main() {
  check(
      {0.4, 0.7, 1.2}, 1, [](In x, Out y) { y[0] = stages(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = stages_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = stages_reverse(x, x_bar, 3, y_bar[0]); }));
  check(
      {0.4, 0.7, 1.2}, 1, [](In x, Out y) { y[0] = parts(x); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = parts_forward(x, x_dot, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = parts_reverse(x, x_bar, y_bar[0]); }));
  check(
      {0.4, 0.7, 1.2}, 1, [](In x, Out y) { y[0] = rows(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = rows_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = rows_reverse(x, x_bar, 3, y_bar[0]); }));
  check(
      {0.4, 0.7, 1.2}, 1, [](In x, Out y) { y[0] = neighbours(x); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = neighbours_forward(x, x_dot, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = neighbours_reverse(x, x_bar, y_bar[0]); }));
  return finish();
}
