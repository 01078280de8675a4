// Matrices that know their sizes, assigned in loops: to others of the same size, or of another one,
// at times, at the end, where the loop is left, or in the second iteration alone.
#include "told.h"
#include <cmath>
#include <stdexcept>
#include <utility>

class Matrix {
public:
  Matrix(int r, int c) : r_(r), c_(c), d_(r * c, 0.0) {}
  double &operator()(int i, int j) { return d_[i * c_ + j]; }
  double operator()(int i, int j) const { return d_[i * c_ + j]; }
  int rows() const { return r_; }
  int cols() const { return c_; }

private:
  int r_, c_;
  V d_;
};
static Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix m(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j)
      for (int k = 0; k < a.cols(); ++k)
        m(i, j) += a(i, k) * b(k, j);
  return m;
}
static Matrix operator+(const Matrix &a, const Matrix &b) {
  Matrix m(a.rows(), a.cols());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j)
      m(i, j) = a(i, j) + b(i, j);
  return m;
}
static Matrix t(const Matrix &a) {
  Matrix m(a.cols(), a.rows());
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j)
      m(j, i) = a(i, j);
  return m;
}
static Matrix made(const V &v, int r, int c) {
  Matrix m(r, c);
  for (int i = 0; i < r; ++i)
    for (int j = 0; j < c; ++j)
      m(i, j) = 0.3 * v[(i * c + j) & 3] + 0.1 * i - 0.05 * j;
  return m;
}
static double weight(const Matrix &m) {
  double s = 0;
  for (int i = 0; i < m.rows(); ++i)
    for (int j = 0; j < m.cols(); ++j)
      s += (1 + 0.3 * i + 0.7 * j) * m(i, j) * m(i, j);
  return s + m.rows() + 0.1 * m.cols();
}

namespace same { // literals, and numbers that the run tells
BOTH double f(const V &v) {
  const int n = told(v, 3);
  Matrix F(2, 2), P(2, 2), x(2, 1), G = made(v, n, n), y = made(v, n, 2);
  F(0, 0) = F(1, 1) = v[0];
  F(0, 1) = v[1];
  P(0, 0) = P(1, 1) = v[2];
  x(0, 0) = v[3];
  double s = 0;
  for (double z : v) {
    x = F * x;
    P = F * P * t(F) + F;
    y = G * y;
    const double k = P(0, 0) / (P(0, 0) + v[1]);
    x(1, 0) += k * (z - x(0, 0));
    s += std::log(P(0, 0)) + y(n - 1, 1);
  }
  return s + weight(P) + weight(x) + weight(y);
}
} // namespace same

namespace turned { // another size in each iteration
BOTH double f(const V &v) {
  Matrix a = made(v, 2, 3), b = made(v, 3, 2);
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    s += a.cols() * weight(a);
    a = t(a);
    if (k == 2)
      b = b * a * b;
  }
  return s + weight(b);
}
} // namespace turned

namespace at_times { // in the second iteration alone, and where the loop is left
BOTH double f(const V &v) {
  Matrix a = made(v, 2, 2), b = made(v, 2, 2), c = made(v, 2, 2);
  double s = 0;
  for (int k = 0; k < 6; ++k) {
    s += weight(a) * weight(b);
    if (k == 1)
      a = made(v, 1, 4);
    if (k == 3) {
      b = made(v, 4, 1);
      continue;
    }
    if (k == 4) {
      c = made(v, 3, 2);
      break;
    }
    c = c * c;
  }
  return s + weight(a) + weight(b) + weight(c) + c.rows();
}
} // namespace at_times

namespace in_between { // changed and changed back, and asked there
BOTH double f(const V &v) {
  Matrix a = made(v, 2, 3), b = made(v, 3, 3);
  double s = 0;
  int k = 0;
  do {
    a = t(a);
    s += a.rows() * weight(a);
    for (int j = 0; j < 2; ++j) {
      b = j ? made(v, 3, 3) : b * b;
      s += weight(b);
    }
    a = t(a);
    s += a.rows() * a(1, 2);
  } while (++k < 3);
  return s + weight(a) + weight(b);
}
} // namespace in_between

namespace exchanged { // two that are different
BOTH double f(const V &v) {
  Matrix a = made(v, 2, 3), b = made(v, 3, 2);
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::swap(a, b);
    s += a.rows() * weight(a);
    while (weight(b) > 20)
      b = made({v[0] * 0.1, v[1] * 0.1, v[2] * 0.1, v[3] * 0.1}, b.cols(), b.rows());
  }
  return s + weight(a) + weight(b);
}
} // namespace exchanged

namespace of_the_counter {
BOTH double f(const V &v) {
  Matrix a = made(v, 1, 1);
  double s = 0;
  for (int k = 1; k < 4; ++k) {
    for (int j = 0; j < 2; ++j)
      a = made(v, a.rows(), k);
    s += weight(a);
    switch (k) {
    case 2:
      a = made(v, 2, 2);
      break;
    default:
      s += a.cols();
    }
  }
  return s + weight(a);
}
} // namespace of_the_counter

namespace thrown {
static Matrix step(const Matrix &a, int k) {
  if (k == 2)
    throw std::runtime_error("no more");
  return a + a;
}
BOTH double f(const V &v) {
  Matrix a = made(v, 2, 2);
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    try {
      a = made(v, 1, 4);
      a = step(a, k);
      a = made(v, 2, 2);
    } catch (const std::runtime_error &) {
      s += a.cols();
    }
    s += weight(a);
  }
  return s;
}
} // namespace thrown

int main() {
  CHECK_CASE_TWICE(same);
  CHECK_CASE_TWICE(turned);
  CHECK_CASE_TWICE(at_times);
  CHECK_CASE_TWICE(in_between);
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(of_the_counter);
  CHECK_CASE_TWICE(thrown);
  return finish();
}
