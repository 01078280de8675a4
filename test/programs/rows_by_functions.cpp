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

namespace hold_addr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[3][2] = {{v[0], v[1]}, {v[2], v[3]}, {v[1], v[0]}};
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    double t = 0;
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 3; ++i) {
        const double *p = a[i];
        t += p[j] * a[2 - i][j] + *(a[i] + j) * (&a[i][1])[j - 1];
      }
    for (int i = 0; i < 3; ++i)
      a[i][n % 2] = std::cos(t * a[i][1]);
    s += t;
  }
  return s;
}
} // namespace hold_addr

int main() {
  CHECK_CASE_TWICE(row_pointer_direct);
  CHECK_CASE_TWICE(array_data_indexed);
  CHECK_CASE_TWICE(plain_address);
  CHECK_CASE_TWICE(vector_data_row);
  CHECK_CASE_TWICE(row_pointer_value_wrong);
  CHECK_CASE_TWICE(row_pointer_recorded_scalar);
  CHECK_CASE_TWICE(matrix_of_vector);
  CHECK_CASE_TWICE(row_of_lambda);
  CHECK_CASE_TWICE(hold_addr);
  return finish();
}
