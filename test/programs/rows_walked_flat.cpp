// Arrays of arrays that are walked from their first number to the last one, over the ends of rows.
#include "vectors.h"

static double sumOfCubes(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i] * x[i];
  return s;
}

namespace passed {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double a[2][3] = {{v[0], v[1], v[2]}, {v[0] * v[1], v[1] * v[2], v[0] * v[2]}};
  const double s = sumOfCubes(&a[0][0], 6);
  a[1][2] = 0.5;
  a[1][0] *= 3;
  return s + sumOfCubes(a[0], 6) + sumOfCubes(&a[0][0] + 1, 5);
}
} // namespace passed

namespace pointer {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double a[2][3] = {{v[0], v[1], v[2]}, {v[0] * v[1], v[1] * v[2], v[0] * v[2]}};
  const double *p = &a[0][0];
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += p[i] * p[i] * v[0];
  a[1][2] = 0.5;
  a[1][0] *= 3;
  return s * a[1][0];
}
} // namespace pointer

namespace expressions {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double a[2][3] = {};
  for (int i = 0; i < 6; ++i)
    *(*a + i) = v[i % 3] * (i + 1);
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += (&a[0][0])[i] * *(&a[0][0] + i);
  a[1][1] = 0.5;
  a[1][2] *= s;
  for (int i = 5; i >= 0; --i)
    s += *(a[0] + i) * (*a)[i % 3];
  a[1][0] = s;
  return s * (&a[1][0])[-1] + a[1][0] * a[1][2];
}
} // namespace expressions

namespace method {
struct Matrix {
  double m[2][2];
  double *flat() { return &m[0][0]; }
  double &at(int i, int j) { return flat()[2 * i + j]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Matrix m;
  for (int i = 0; i < 4; ++i)
    m.flat()[i] = v[i % 3] * (i + 1);
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += m.flat()[i] * m.flat()[i];
  m.m[1][1] = 1;
  m.m[1][0] *= s;
  m.at(1, 1) = m.at(1, 0) * m.at(0, 1);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      m.at(i, j) *= m.m[1][0] + m.at(1, 1);
  return s * m.m[1][0] + m.m[0][1] * m.at(0, 0);
}
} // namespace method

namespace swept {
// In place, each number from the one before: the row's end is no end.
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double a[3][2][2];
  double *const p = &a[0][0][0];
  p[0] = v[0];
  for (int i = 1; i < 12; ++i)
    p[i] = p[i - 1] * v[i % 3] + std::sin(a[i / 8][0][0]);
  a[1][1][1] *= a[2][1][1];
  double s = 0;
  for (auto &plane : a)
    for (int k = 0; k < 4; ++k)
      s += (&plane[0][0])[k] * (k + 1);
  return s * a[1][1][1];
}
} // namespace swept

namespace pointers_to_rows {
static double first(double (*rows)[3], int n) {
  double s = 0;
  for (int i = 0; i < 3 * n; ++i)
    s += (&rows[0][0])[i] * (*rows)[i % 3];
  rows[1][1] = s;
  return s * (*rows)[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double a[2][3] = {{v[0], v[1], v[2]}, {v[0] * v[1], v[1] * v[2], v[0] * v[2]}};
  const double s = first(a, 2);
  a[0][1] = s * a[1][1];
  return a[0][1] + s;
}
} // namespace pointers_to_rows

int main() {
  CHECK_CASE(passed, {0.3, 0.7, 1.1});
  CHECK_CASE(pointer, {0.3, 0.7, 1.1});
  CHECK_CASE(expressions, {0.3, 0.7, 1.1});
  CHECK_CASE(method, {0.3, 0.7, 1.1});
  CHECK_CASE(swept, {0.3, 0.7, 1.1});
  CHECK_CASE(pointers_to_rows, {0.3, 0.7, 1.1});
  return finish();
}
