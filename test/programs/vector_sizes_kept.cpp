// Vectors that are swapped, assigned and returned, and keep their size or not.
#include "vectors.h"
#include <array>
#include <utility>

using vec = std::vector<double>;

static vec rates(const vec &s, double p) {
  vec r(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    r[i] = std::sin(s[i]) * p - 0.2 * s[(i + 1) % s.size()];
  return r;
}
static vec moved(double a, const vec &x, const vec &y) {
  vec r(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    r[i] = a * x[i] + y[i];
  return r;
}

namespace stages {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec s = v;
  for (int t = 0; t < 4; ++t) {
    vec k1 = rates(s, v[0]);
    vec k2 = rates(moved(0.1, k1, s), v[1]);
    s = moved(0.2, k2, s);
  }
  double e = 0;
  for (double x : s)
    e += x * x;
  return e;
}
} // namespace stages

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  const int n = int(v.size());
  vec now(v.begin(), v.end()), next(n), last(n);
  for (int t = 0; t < 5; ++t) {
    last = now;
    for (int i = 0; i < n; ++i)
      next[i] = now[i] * std::cos(now[(i + 1) % n]);
    now = next;
    if (t == 3)
      now = last;
  }
  double e = 0;
  for (int i = 0; i < n; ++i)
    e += now[i] * now[i] + last[i];
  return e;
}
} // namespace assigned

// Each has a size of its own, and gives it to the other.
namespace different {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  const std::size_t n = v.size();
  vec a(n), b(n - 2);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = v[i] * v[i];
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = v[i] * v[i + 2];
  double e = 0;
  for (int t = 0; t < 3; ++t) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] *= 1.1 + a[i];
    std::swap(a, b);
    e += a[a.size() - 1] * double(b.size());
  }
  return e;
}
} // namespace different

// The size of one changes, on the way, and so that of the other one.
namespace resized {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec a = v, b(v.size());
  double e = 0;
  for (int t = 0; t < 4; ++t) {
    for (std::size_t i = 0; i < a.size(); ++i)
      b[i] = std::sin(a[i]) + v[0];
    a.swap(b);
    if (t == 1) {
      a.pop_back();
      b.pop_back();
    }
    e += a[a.size() - 1] * double(a.size());
  }
  return e;
}
} // namespace resized

// What a vector is assigned has another size each time.
namespace varying {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec s = v;
  double e = 0;
  for (int t = 1; t < 4; ++t) {
    vec part(std::size_t(t) + 1);
    for (std::size_t i = 0; i < part.size(); ++i)
      part[i] = s[i % s.size()] * v[i];
    s = part;
    part[0] = 7;
    e += s[0] * s[s.size() - 1];
  }
  return e;
}
} // namespace varying

// Moved from, and filled again.
namespace refilled {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec a = v, b(v.size());
  double e = 0;
  for (int t = 0; t < 3; ++t) {
    b = std::move(a);
    a = vec(v.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = b[i] * b[i] - 0.5 * v[i];
    e += a[1];
  }
  return e + b[0];
}
} // namespace refilled

// A copy, of which the original goes on.
namespace copied {
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec a = v;
  double e = 0;
  for (int t = 0; t < 3; ++t) {
    vec r(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
      r[i] = a[i] * v[i];
    const double *first = r.data();
    vec copy = r;
    copy[0] *= 2;
    e += *first * copy[0];
    std::array<double, 2> pair{copy[0], copy[1]};
    std::array<double, 2> other = pair;
    other[1] *= pair[0];
    a[0] = other[1];
  }
  return e + a[0];
}
} // namespace copied

// The size that a parameter has changes behind its name.
namespace behind {
static void grow(const vec &x, vec &y) {
  vec a(x.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = 2 * x[i];
  y.push_back(a[0]);
  vec b(x.size());
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = x[i] * x[i];
  std::swap(a, b);
  y.push_back(a[a.size() - 1] * b[b.size() - 1]);
}
[[ad::differentiate(forward, reverse)]]
double f(const vec &v) {
  vec both = v;
  grow(both, both);
  grow(both, both);
  return both[both.size() - 1] * both[both.size() - 3];
}
} // namespace behind

int main() {
  CHECK_CASE(stages, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(assigned, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(different, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(resized, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(varying, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(refilled, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(copied, {0.3, 0.7, 1.1, -0.3});
  CHECK_CASE(behind, {0.3, 0.7, 1.1, -0.3});
  return finish();
}
