// Rows of matrices that functions hand out as pointers, in loops that overwrite the matrix: what is
// recorded is the element, not the start of its row.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace row_pointer_recorded_scalar {
struct M {
  double a[2][2];
  const double *operator[](int i) const { return a[i]; }
};
M mul(const M &x, const M &y) {
  M z{};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        z.a[i][j] += x[i][k] * y[k][j];
  return z;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M P{{{v[0], v[1]}, {v[2], v[3]}}};
  for (int n = 0; n < 2; ++n)
    P = mul(P, P);
  return P.a[0][1];
}
} // namespace row_pointer_recorded_scalar

namespace lambda_row {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2][2] = {{v[0], v[1]}, {v[2], v[3]}};
  auto row = [&w](int i) { return w[i]; };
  double s = 0;
  for (int n = 0; n < 2; ++n) {
    double t = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i)
        t += row(i)[j] * v[i];
    for (int i = 0; i < 2; ++i)
      row(i)[1] = t * row(i)[1];
    s += t * t;
  }
  return s;
}
} // namespace lambda_row

namespace lambda_row_b {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2][2] = {{v[0], v[1]}, {v[2], v[3]}};
  auto row = [&w](int i) { return w[i]; };
  double s = 0;
  for (int n = 0; n < 2; ++n) {
    double t = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i)
        t += row(i)[j] * row(1 - i)[j];
    for (int i = 0; i < 2; ++i)
      row(i)[1] = t * row(i)[1];
    s += t;
  }
  return s;
}
} // namespace lambda_row_b

namespace matrix_of_vector {
struct Mat {
  int n;
  std::vector<double> d;
  const double *operator[](int i) const { return &d[i * n]; }
};
Mat mul(const Mat &x, const Mat &y) {
  Mat z{2, std::vector<double>(4)};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        z.d[2 * i + j] += x[i][k] * y[k][j];
  return z;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Mat a{2, v};
  for (int i = 0; i < 2; ++i)
    a = mul(a, a);
  return a[0][1];
}
} // namespace matrix_of_vector

namespace row_of_lambda {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2][2] = {{v[0], v[1]}, {v[2], v[3]}};
  auto row = [&w](int i) { return w[i]; };
  double s = 0;
  for (int n = 0; n < 2; ++n) {
    double t = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 2; ++i)
        t += row(i)[j] * w[1 - i][j];
    for (int i = 0; i < 2; ++i)
      w[i][n] = std::cos(t * w[i][1]);
    s += t;
  }
  return s;
}
} // namespace row_of_lambda

int main() {
  CHECK_CASE(row_pointer_recorded_scalar, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_pointer_recorded_scalar, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(lambda_row, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(lambda_row, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(lambda_row_b, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(lambda_row_b, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(matrix_of_vector, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(matrix_of_vector, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(row_of_lambda, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_of_lambda, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
