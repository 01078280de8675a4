// Products with the same factor several times; sums of the same products in loops; what is added to
// one adjoint around the clearing of another.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace cubes {
BOTH double f(const V &v) {
  const double x = v[0], y = v[1];
  return x * x * x + y * x * y * v[2] * y + 0.5 * v[3] * x * x - (x * y) * (y * x);
}
} // namespace cubes

namespace elements {
BOTH double f(const V &v) {
  V a(v);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    const int j = (i + 1) % 4;
    a[i] = a[i] * a[i] * a[j] * 0.3; // of the target itself, too
    s += a[j] * v[i] * a[j] + v[j] * v[j] * v[j] * v[j];
  }
  return s + a[0] * a[3];
}
} // namespace elements

namespace mixed {
BOTH double f(const V &v) {
  const long double w = v[0];
  const double x = v[1];
  int n = 3;
  return static_cast<double>(w) * w * x * w + n * x * n * x - (2 * x) * (2 * x) * v[2] * v[3];
}
} // namespace mixed

namespace constants_between {
double square(double x, double k) { return k * x * x; }
BOTH double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += square(v[i] * v[3], v[i + 1]) * square(s, 0.1) + square(v[0], 2);
  return s;
}
} // namespace constants_between

namespace parameters_of_a_stencil {
BOTH double f(const V &v) {
  const int n = 9;
  const double nu = v[0], dt = 0.1 * v[1], dx = v[2];
  V u(n), w(n);
  for (int i = 0; i < n; ++i)
    u[i] = std::sin(v[3] * i);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      w[i] = u[i] - dt * u[i] * (u[i + 1] - u[i - 1]) / (2 * dx) +
             nu * dt * (u[i + 1] - 2 * u[i] + u[i - 1]) / (dx * dx);
    w[0] = w[n - 1] = 0;
    std::swap(u, w);
  }
  double s = 0;
  for (double each : u)
    s += each * each;
  return s;
}
} // namespace parameters_of_a_stencil

namespace clears_between {
BOTH double f(const V &v) {
  V a(v), b(4), c(4);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      const int l = i == 0 ? 3 : i - 1;
      b[i] = 0.5 * a[l] + a[l] * a[i] / v[1];
      c[i] = 0.3 * a[l] * v[2] + b[i] * a[l] * a[l];
    }
    for (int i = 0; i < 4; ++i)
      a[i] = b[i] - c[i] / a[i];
  }
  return a[0] + a[1] * a[2] - a[3];
}
} // namespace clears_between

namespace clears_of_the_same {
// b and c are one vector in turn: what is cleared may be what is added to.
BOTH double f(const V &v) {
  V a(v), b(4);
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < 4; ++i) {
      V &to = t % 2 ? a : b;
      to[i] = 0.5 * a[(i + 1) % 4] + a[(i + 1) % 4] * b[i] * v[i];
      b[i] = 0.25 * a[(i + 1) % 4] * a[i] + to[i];
    }
  return a[0] + a[1] * b[2] - b[3];
}
} // namespace clears_of_the_same

namespace divided_by_roots {
BOTH double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const double d = v[i] - v[j]; // zero where i == j
      const double r = std::sqrt(d * d + (i == j ? 0 : 0.01));
      s += i == j ? v[i] * r : v[i] * v[j] / r + 1 / (r * r);
    }
  return s;
}
} // namespace divided_by_roots

int main() {
  CHECK_CASE_TWICE(cubes);
  CHECK_CASE_TWICE(elements);
  CHECK_CASE_TWICE(mixed);
  CHECK_CASE_TWICE(constants_between);
  CHECK_CASE_TWICE(parameters_of_a_stencil);
  CHECK_CASE_TWICE(clears_between);
  CHECK_CASE_TWICE(clears_of_the_same);
  CHECK_CASE_TWICE(divided_by_roots);
  return finish();
}
