// Calls that are the same in all iterations, in loops of which some run, and others not.
#include "told.h"
#include <cmath>

/// The loop that comes first does not run.
namespace first_of_two {
BOTH double g(const double *a, int n, int m, double c) {
  double s = 0;
  for (int t = 0; t < m; ++t) {
    for (int i = 0; i < n; ++i)
      s += std::tanh(c) * a[i];
    for (int i = 0; i < 3; ++i)
      if (a[i] > 0)
        s += std::tanh(c) * std::tanh(c) * a[i];
  }
  return s;
}
BOTH double f(const V &v) {
  return g(v.data(), told(v, 0), 2, v[1]) + g(v.data(), told(v, 3), told(v, 2), v[2]);
}
} // namespace first_of_two

/// Loops in loops, one of which does not run.
namespace inner {
BOTH double g(const double *a, int n, int m) {
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        s += std::exp(a[0]) * a[j];
    for (int i = 0; i < m; ++i)
      s += std::exp(a[0]) * a[i] * (t + 1);
  }
  return s;
}
BOTH double f(const V &v) {
  return g(v.data(), told(v, 0), told(v, 4)) + g(v.data(), told(v, 2), told(v, 3));
}
} // namespace inner

/// Once beside the loop, in a branch.
namespace beside {
BOTH double g(const double *a, int n, int k) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    if (t == k)
      s += std::sin(a[1]) * a[2];
    for (int i = 0; i < n; ++i)
      s += std::sin(a[1]) * a[i] * s + a[i];
    if (t != k)
      s -= std::sin(a[1]) * s * 0.1;
  }
  return s;
}
BOTH double f(const V &v) { return g(v.data(), told(v, 0), 1) + g(v.data(), told(v, 3), 2); }
} // namespace beside

/// Two loops that ask for the same, and a third one.
namespace thirds {
BOTH double g(const double *a, int n, int m) {
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      s += std::cosh(a[0] * a[1]) * a[i];
    for (int j = 0; j < n; ++j)
      s *= 1 + 0.1 * std::cosh(a[0] * a[1]) * a[j];
    for (int k = 0; k < m; ++k) {
      double x = std::cosh(a[0] * a[1]);
      for (int i = 0; i < n; ++i)
        x += std::cosh(a[0] * a[1]) * a[i];
      s += x;
    }
  }
  return s;
}
BOTH double f(const V &v) {
  return g(v.data(), told(v, 0), told(v, 2)) + g(v.data(), told(v, 3), told(v, 0)) +
         g(v.data(), told(v, 2), told(v, 3));
}
} // namespace thirds

/// In the inner loop of each element.
namespace elements {
BOTH double g(const double *a, const double *b, int n, int m) {
  double s = 0;
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < m; ++k)
        s += std::exp(b[k]) * a[i];
      for (int k = 0; k < 4; ++k)
        s += std::exp(b[k]) * a[k];
    }
  return s;
}
BOTH double f(const V &v) {
  const V w{v[2], v[0], v[1], v[3]};
  return g(v.data(), w.data(), told(v, 3), told(v, 0)) +
         g(v.data(), w.data(), told(v, 0), told(v, 3)) +
         g(v.data(), w.data(), told(v, 2), told(v, 3));
}
} // namespace elements

int main() {
  CHECK_CASE_TWICE(first_of_two);
  CHECK_CASE_TWICE(inner);
  CHECK_CASE_TWICE(beside);
  CHECK_CASE_TWICE(thirds);
  CHECK_CASE_TWICE(elements);
  return finish();
}
