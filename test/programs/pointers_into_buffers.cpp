// Pointers into vectors that are exchanged, or whose vectors are: double buffers.
#include "vectors.h"
#include <cmath>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

static void step(const double *u, double *next, int n) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
  next[0] = u[0];
  next[n - 1] = u[n - 1] * u[0];
}
static double sum(const double *u, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * u[i] * u[i];
  return s;
}

namespace exchanged {
BOTH double f(const V &v) {
  const int n = int(v.size()) + 3;
  V a(n), b(n);
  for (int i = 0; i < n; ++i)
    a[i] = v[i % v.size()] + 0.1 * i;
  double *now = a.data(), *then = &b[0];
  for (int t = 0; t < 5; ++t) {
    step(now, then, n);
    std::swap(now, then);
  }
  return sum(now, n) + then[1] * *now;
}
} // namespace exchanged

namespace by_hand {
BOTH double f(const V &v) {
  const size_t n = v.size() + 2;
  V a(n, 0.5), b(n, 0.0);
  for (size_t i = 0; i < v.size(); ++i)
    a[i] = v[i];
  double *p = a.data();
  double *q = b.data();
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    const double *from = p;
    double *to = q;
    for (size_t i = 0; i + 1 < n; ++i)
      to[i] = std::sin(from[i] + from[i + 1]);
    to[n - 1] = from[0];
    if (t % 2) {
      double *last = p;
      p = q;
      q = last;
      s += from[0] * to[1] + p[2]; // still where they were
    }
  }
  return s + p[0] * q[1];
}
} // namespace by_hand

namespace vectors {
BOTH double f(const V &v) {
  const int n = int(v.size()) + 1;
  V a(n), b(n);
  for (int i = 0; i < n; ++i)
    a[i] = v[i % v.size()] * (i + 1);
  for (int t = 0; t < 5; ++t) {
    const double *u = a.data();
    double *w = b.data() + 1;
    for (int i = 1; i < n; ++i)
      w[i - 1] = u[i] * std::cos(u[i - 1]);
    w[-1] = *u;
    step(u, b.data(), n);
    std::swap(a, b);
  }
  return sum(a.data(), n) + b[1];
}
} // namespace vectors

// The pointer leads to what is another vector's by then.
namespace across {
BOTH double f(const V &v) {
  V a(v), b(v.size(), 1.0);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    double *u = a.data();
    a.swap(b);
    for (size_t i = 0; i < v.size(); ++i)
      u[i] *= a[i] + 0.5;
    s += b[0] * u[1];
  }
  return s + a[2] * b[3];
}
} // namespace across

// Vectors of different sizes, that are mentioned, that grow.
namespace others {
static double different(const V &v) {
  V a(v), b(v.size() + 2, 0.3);
  double *p = a.data(), *q = b.data();
  for (int t = 0; t < 3; ++t) {
    q[0] += p[1] * q[1];
    std::swap(p, q);
  }
  return sum(p, int(v.size())) + double(a.size()) * q[0];
}
static double mentioned(const V &v) {
  const size_t n = v.size();
  V a(n, v[0]), b(n, v[1]);
  double *p = a.data(), *q = b.data();
  for (int t = 0; t < 3; ++t) {
    q[t] += p[t] * a[0];
    std::swap(p, q);
  }
  return a[1] * p[0] + b[2] * q[1];
}
static double growing(const V &v) {
  V a(v), b(v);
  double s = 0;
  for (double x : v) {
    double *u = a.data();
    u[0] *= x;
    s += u[1] * u[0];
    a.push_back(x * s);
    u = a.data();
    u[1] += x;
  }
  const double *end = a.data();
  a.swap(b);
  return s + end[3] * a[2] + b.back();
}
BOTH double f(const V &v) { return different(v) + mentioned(v) + growing(v); }
} // namespace others

namespace members {
struct Field {
  int n;
  V now, next;
  explicit Field(const V &v) : n(int(v.size())), now(v), next(v) {}
  void advance(double k, double s) {
    double *to = next.data();
    const double *from = now.data();
    for (int i = 1; i < n - 1; ++i)
      to[i] = from[i] + k * (from[i - 1] - 2 * from[i] + from[i + 1]) + s * from[i];
    now.swap(next);
  }
};
BOTH double rod(const V &v, double k, double s) {
  Field r(v);
  for (int t = 0; t < 4; ++t)
    r.advance(k, s);
  return sum(r.now.data(), r.n);
}
BOTH double f(const V &v) {
  V w(v);
  w.insert(w.end(), v.begin(), v.end());
  return rod(w, v[0], v[1] * v[2]);
}
} // namespace members

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(by_hand);
  CHECK_CASE_TWICE(vectors);
  CHECK_CASE_TWICE(across);
  CHECK_CASE_TWICE(others);
  CHECK_CASE_TWICE(members);
  return finish();
}
