// A matrix class template with bounds checks, in-place algorithms, aggregates of matrices, lambdas.
#include "arrays.h"
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
template <class T> struct Mat {
  int r, c;
  T *d;
  Mat() : r(0), c(0), d(nullptr) {}
  Mat(int r_, int c_) : r(r_), c(c_), d(new T[r_ * c_]) {
    for (int i = 0; i < r * c; ++i)
      d[i] = T(0);
  }
  Mat(const Mat &o) : Mat(o.r, o.c) { copy(o); }
  Mat(Mat &&o) noexcept : Mat() { swap(o); }
  Mat &operator=(const Mat &o) {
    if (this == &o)
      return *this;
    if (r * c != o.r * o.c) {
      delete[] d;
      d = new T[o.r * o.c];
    }
    r = o.r;
    c = o.c;
    copy(o);
    return *this;
  }
  Mat &operator=(Mat &&o) noexcept {
    swap(o);
    return *this;
  }
  ~Mat() {
    if (d != nullptr)
      delete[] d;
  }
  void swap(Mat &o) {
    std::swap(r, o.r);
    std::swap(c, o.c);
    std::swap(d, o.d);
  }
  void copy(const Mat &o) {
    for (int i = 0; i < r * c; ++i)
      d[i] = o.d[i];
  }
  T &operator()(int i, int j) {
    if (i < 0 || i >= r || j < 0 || j >= c)
      throw std::out_of_range("Mat");
    return d[i * c + j];
  }
  const T &operator()(int i, int j) const { return d[i * c + j]; }
  T *operator[](int i) { return d + i * c; }
  const T *operator[](int i) const { return d + i * c; }
  Mat operator-() const {
    Mat m(*this);
    for (int i = 0; i < r * c; ++i)
      m.d[i] = -m.d[i];
    return m;
  }
  Mat &operator*=(T s) {
    for (int i = 0; i < r * c; ++i)
      d[i] *= s;
    return *this;
  }
  friend Mat operator*(T s, Mat m) {
    m *= s;
    return m;
  }
  static Mat identity(int n) {
    Mat m(n, n);
    for (int i = 0; i < n; ++i)
      m(i, i) = T(1);
    return m;
  }
  Mat row(int i) const {
    Mat m(1, c);
    for (int j = 0; j < c; ++j)
      m(0, j) = (*this)(i, j);
    return m;
  }
};
template <class T> Mat<T> operator*(const Mat<T> &a, const Mat<T> &b) {
  if (a.c != b.r)
    throw std::invalid_argument("shape");
  Mat<T> m(a.r, b.c);
  for (int i = 0; i < a.r; ++i)
    for (int j = 0; j < b.c; ++j) {
      T s = 0;
      for (int k = 0; k < a.c; ++k)
        s += a(i, k) * b(k, j);
      m(i, j) = s;
    }
  return m;
}
template <class T> Mat<T> operator+(Mat<T> a, const Mat<T> &b) {
  for (int i = 0; i < a.r * a.c; ++i)
    a.d[i] += b.d[i];
  return a;
}
using M = Mat<double>;
M from(const double *x, int n) {
  M m(2, 2);
  for (int i = 0; i < 4; ++i)
    m.d[i] = x[i % n];
  return m;
}
double sum(const M &m) {
  double s = 0;
  for (int i = 0; i < m.r; ++i)
    for (int j = 0; j < m.c; ++j)
      s += m[i][j] * (i + 2 * j + 1);
  return s;
}
// LU-like, in place; early exits
double det(M a) {
  double d = 1;
  for (int k = 0; k < a.r; ++k) {
    if (a(k, k) == 0)
      return 0;
    d *= a(k, k);
    for (int i = k + 1; i < a.r; ++i) {
      double f = a(i, k) / a(k, k);
      for (int j = k; j < a.c; ++j)
        a(i, j) -= f * a(k, j);
    }
  }
  return d;
}
BOTH double t1(const double *x, int n) {
  M a = from(x, n), b;
  b = a * M::identity(2) + (-a);
  b = 2.0 * a + b;
  M c = std::move(b);
  b = c.row(1);
  return sum(c) * sum(b) + sum(M::identity(2) * c);
}
// recursion with matrices by reference, results in out param
void power(const M &a, int k, M &out) {
  if (k == 0) {
    out = M::identity(a.r);
    return;
  }
  M half;
  power(a, k / 2, half);
  out = half * half;
  if (k % 2)
    out = out * a;
}
BOTH double t2(const double *x, int n) {
  M a = from(x, n), p;
  power(a, 5, p);
  return sum(p);
}
// conditional construct, early return inside nested scopes, loops
BOTH double t3(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    M a = from(x, n);
    for (int i = 0; i < 2; ++i) {
      M b = a;
      b *= x[k % n] + i;
      if (sum(b) > 50)
        return s * sum(a);
      if (i == 1 && k == 1)
        continue;
      {
        M cc = b * a;
        s += sum(cc);
        if (s < -1000)
          break;
      }
      a = b;
    }
    s += sum(a);
  }
  return s;
}
// struct of matrices, copy, assign, nested
struct Layer {
  M w, b;
  double gain;
};
struct Net {
  Layer one, two;
};
M apply(const Layer &l, const M &v) { return l.gain * (l.w * v) + l.b; }
BOTH double t4(const double *x, int n) {
  Layer l{from(x, n), from(x + 1, n - 1), x[0]};
  Net net{l, Layer{from(x, n), M::identity(2), 0.5}};
  net.two.w(0, 1) += x[1];
  Net other = net;
  other.one = net.two;
  other.one.gain *= x[0];
  return sum(apply(other.one, apply(net.one, from(x, n)))) + sum(other.two.b);
}
// throw in the middle (out of range)
BOTH double t5(const double *x, int n) {
  M a = from(x, n);
  return a(0, n > 4 ? 7 : 1) * sum(a);
}
BOTH double t6(const double *x, int n) { return det(from(x, n)) + det(from(x, n) * from(x, n)); }
// shadowed in switch
BOTH double t7(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < 4; ++k)
    switch (k) {
    case 0: {
      M a = from(x, n);
      s += sum(a);
      break;
    }
    case 1: {
      M b = from(x, n) * from(x, n);
      s *= sum(b);
    }
    case 2:
      s += x[0];
      break;
    default: {
      const M q = -from(x, n);
      if (x[0] > 0) {
        s += sum(q);
        break;
      }
      s -= sum(q);
    }
    }
  return s;
}
// object members in a loop with pointer to matrix, ternary on references
BOTH double t8(const double *x, int n) {
  M a = from(x, n), b = -a;
  const M &c = x[0] > 0 ? a : b;
  M *p = x[1] > 0 ? &a : &b;
  (*p)(0, 0) *= 3 * x[1];
  return sum(c) * sum(*p) + sum(x[2] > 0 ? a : b);
}
// lambdas
BOTH double t9(const double *x, int n) {
  M a = from(x, n);
  auto f = [&](double h) {
    M t = h * a;
    return sum(t * t);
  };
  return f(0.5) + f(x[0]);
}
int main() {
  CHECK_ARRAY(t1, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t2, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t3, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t3, {5.5, 4.5, 3.75, 1.3});
  CHECK_ARRAY(t4, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t5, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t6, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t7, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t7, {-0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t8, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(t8, {-0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(t9, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
