// Subscripts that are computed in other types than the counters have.
#include "told.h"

/// Numbers of which an iteration reads what another one left, 256 iterations ago.
inline V numbers(const V &v) {
  V a = spread(v, 400);
  for (double &x : a)
    x *= 0.2;
  return a;
}

/// The counter is cut, and subtracted.
namespace subtracted {
BOTH double g(double *a, int n, int k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double x = a[k - static_cast<signed char>(i)];
    a[k - static_cast<signed char>(i)] = x * x * 0.5 + 0.1;
    s += x;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 520), 200) + weighed(a);
}
} // namespace subtracted

/// The same, added.
namespace added {
BOTH double g(double *a, int n, int k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double x = a[static_cast<unsigned char>(i) + k];
    a[static_cast<unsigned char>(i) + k] = x * x * 0.5 + 0.1;
    s += x;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 520), 100) + weighed(a);
}
} // namespace added

/// By way of a type that has no integers alone.
namespace halved {
BOTH double g(double *a, int n, int k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double x = a[k + static_cast<int>(0.5 * i)];
    a[k + static_cast<int>(0.5 * i)] = x * x * 0.5 + 0.1;
    s += x;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 120), 10) + weighed(a);
}
} // namespace halved

/// The counter is widened.
namespace widened {
BOTH double g(double *a, int n, std::size_t k) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const double x = a[k - static_cast<std::size_t>(i)];
    a[k - static_cast<std::size_t>(i)] = x * x * 0.5 + 0.1;
    s += x;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 20), 100) + weighed(a);
}
} // namespace widened

/// What is added to the counter changes.
namespace shifted {
int shift;
BOTH double g(double *a, int n) {
  double s = 0;
  shift = 0;
  for (int i = 0; i < n; ++i) {
    const double x = a[shift + i];
    a[shift + i] = x * x * 0.5 + 0.1;
    s += x;
    --shift;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 5)) + weighed(a);
}
} // namespace shifted

/// Sums of neighbours, of which the next one is the first one again.
namespace sums {
BOTH double f(const V &v) {
  const int n = told(v, 300);
  const V a = numbers(v);
  V b(256), c(256), d(256);
  for (int i = 0; i < n; ++i) {
    b[static_cast<unsigned char>(i)] += a[i] * a[i] * v[0];
    c[static_cast<unsigned char>(i)] += a[i] * b[static_cast<unsigned char>(i)];
    d[static_cast<unsigned char>(i)] -= a[i] * c[static_cast<unsigned char>(i)];
  }
  return weighed(b) + weighed(c) + weighed(d);
}
} // namespace sums

/// Numbers of 32 bits that, added up, are less than one of them.
namespace around {
BOTH double g(double *a, unsigned n) {
  const unsigned half = 2147483647u;
  double s = 0;
  for (unsigned i = 2; i < n; ++i) {
    s += a[i] * a[i];
    a[i + half + half] = a[i] * s; // a[i - 2]
  }
  return s + a[0];
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 7)) + weighed(a);
}
} // namespace around

/// Factors that are none together.
namespace vanishing {
BOTH double g(double *a, unsigned n) {
  const unsigned k = 65536;
  double s = 0;
  for (unsigned i = 1; i < n; ++i) {
    a[i * 65536u * 65536u] += a[i] * a[k * k]; // a[0]
    a[k * k + i] = a[i] * a[0] + a[k * k * i + 1];
    s += a[i];
  }
  return s;
}
BOTH double f(const V &v) {
  V a = numbers(v);
  return g(a.data(), told(v, 7)) + weighed(a);
}
} // namespace vanishing

int main() {
  CHECK_CASE_TWICE(subtracted);
  CHECK_CASE_TWICE(added);
  CHECK_CASE_TWICE(halved);
  CHECK_CASE_TWICE(widened);
  CHECK_CASE_TWICE(shifted);
  CHECK_CASE_TWICE(sums);
  CHECK_CASE_TWICE(around);
  CHECK_CASE_TWICE(vanishing);
  return finish();
}
