// Constructors that make what a std::shared_ptr owns; powers of complex numbers.
#include "vectors.h"
#include <cmath>
#include <complex>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace ctor {
struct H {
  std::shared_ptr<double> p;
  H(double x) : p(std::make_shared<double>(x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v[0]);
  H b = a;
  *b.p *= v[1];
  return *a.p;
}
} // namespace ctor

namespace tensor {
struct T {
  std::shared_ptr<V> d;
  int n;
  explicit T(int n, double x = 0) : d(std::make_shared<V>(n, x)), n(n) {}
  double &operator[](int i) { return (*d)[i]; }
  double operator[](int i) const { return (*d)[i]; }
};
static T add(const T &a, const T &b) {
  T c(a.n);
  for (int i = 0; i < a.n; i++)
    c[i] = a[i] + b[i];
  return c;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  T a(2, v[0]), b(2);
  b[0] = v[1];
  b[1] = v[2] * v[3];
  T c = add(a, b);
  T d = c;
  d[0] *= v[3];
  return c[0] * c[1];
}
} // namespace tensor

namespace rawleak {
struct H {
  double *p;
  H(double x) : p(new double(x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v[0]);
  double s = *a.p * v[1];
  delete a.p;
  return s;
}
} // namespace rawleak

namespace cpow {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::complex<double> a(v[0], v[1]);
  int n = v[2] > 1 ? 3 : 2;
  auto c = std::pow(a, 3) * std::pow(a, n) + std::pow(a, -1) + std::pow(v[3], 2) * std::pow(a, 2.5);
  return c.real() + c.imag();
}
} // namespace cpow

namespace cpowloop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::complex<double> s(v[0], v[1]), t;
  for (int k = 0; k < 4; k++)
    t += std::pow(s, k) * v[2];
  return std::norm(t) + t.real() * v[3];
}
} // namespace cpowloop

int main() {
  CHECK_CASE_TWICE(ctor);
  CHECK_CASE_TWICE(tensor);
  CHECK_CASE_TWICE(rawleak);
  CHECK_CASE_TWICE(cpow);
  CHECK_CASE_TWICE(cpowloop);
  return finish();
}
