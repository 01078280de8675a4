// Rows of matrices that functions hand out as pointers, in loops that overwrite the matrix: what is
// recorded is the element, not the start of its row.
#include "vectors.h"
#include <array>
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace row_pointer_direct {
struct M {
  double a[2][2];
  double *operator[](int i) { return a[i]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M A{{{v[0], v[1]}, {v[2], v[3]}}};
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        s += A[k][j] * A[j][k] * .3;
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        A[k][j] = std::sin(A[k][j] * s);
  }
  return s;
}
} // namespace row_pointer_direct

namespace array_data_indexed {
double h(const std::vector<std::array<double, 2>> &z) {
  double s = 0;
  for (int j = 0; j < 2; ++j)
    for (size_t k = 0; k < z.size(); ++k)
      s += z[k].data()[j] * z[k].data()[1 - j];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::array<double, 2>> z{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    s = std::sin(s + h(z));
    z[n & 1][n / 2] *= s;
  }
  return s;
}
} // namespace array_data_indexed

namespace plain_address {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]}, s = 0;
  for (int n = 0; n < 3; ++n) {
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        s += (&a[2 * k])[j] * a[k] * .2;
    for (int k = 0; k < 4; ++k)
      a[k] = std::sin(a[k] * s);
  }
  return s;
}
} // namespace plain_address

namespace vector_data_row {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> A{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        s += A[k].data()[j] * A[j].data()[k] * .3;
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        A[k][j] = std::sin(A[k][j] * s);
  }
  return s;
}
} // namespace vector_data_row

namespace row_pointer_value_wrong {
struct M {
  double a[3][3];
  const double *operator[](int i) const { return a[i]; }
};
double h(const M &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      s += x[j][i] * x[i][j];
  return .2 * s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M A{};
  for (int i = 0; i < 9; ++i)
    A.a[i / 3][i % 3] = v[i % 4] * (i + 1);
  double s = 0;
  for (int n = 0; n < 2; ++n) {
    s += h(A);
    A.a[1][n] = std::sin(s);
  }
  return s;
}
} // namespace row_pointer_value_wrong

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
  CHECK_CASE(row_pointer_direct, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_pointer_direct, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(array_data_indexed, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(array_data_indexed, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(plain_address, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(plain_address, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(vector_data_row, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(vector_data_row, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(row_pointer_value_wrong, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_pointer_value_wrong, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(row_pointer_recorded_scalar, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_pointer_recorded_scalar, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(matrix_of_vector, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(matrix_of_vector, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(row_of_lambda, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(row_of_lambda, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
