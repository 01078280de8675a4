// Loops that step in their tests, downwards, with counters that do not get below zero:
// `for (std::size_t i = n; i-- > 0;)`.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace substitution {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V x = v;
  const std::size_t n = x.size();
  for (std::size_t i = n - 1; i-- > 0;)
    x[i] = std::sin(v[i]) - v[i + 1] * x[i + 1];
  return x[0] * x[1];
}
} // namespace substitution

namespace horner {
double of(const double *c, std::size_t n, double x) {
  double p = 0;
  while (n-- > 0)
    p = p * x + c[n];
  return p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return of(v.data(), 4, v[0]) * of(v.data(), 2, v[1]) + of(v.data(), 0, v[0]);
}
} // namespace horner

namespace jumps {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double p = 1;
  for (auto i = v.size(); i-- != 0;) {
    if (v[i] < 0.5)
      continue;
    p = p * v[i] + std::sin(p);
    if (p > 3)
      break;
  }
  return p;
}
} // namespace jumps

namespace narrow {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double p = 0;
  unsigned i = v.size();
  while (i--)
    p = p * v[i] + std::exp(0.1 * v[i]);
  for (unsigned char k = 3; k-- > 0;)
    p = p * v[k] + v[k + 1];
  return p;
}
} // namespace narrow

// The counter is asked for behind the loop, and changed in it.
namespace left {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double p = v[3];
  std::size_t i = v.size();
  while (i-- > 0)
    if (p > 1.5)
      break;
    else
      p += p * v[i];
  const double at = i < v.size() ? v[i] : 2;
  for (std::size_t k = v.size(); k-- > 0;) {
    p = std::sin(p) * v[k];
    if (k == 2)
      --k;
  }
  return p * at;
}
} // namespace left

namespace nested {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[4][4] = {};
  double s = 0;
  for (std::size_t i = 4; i-- > 0;)
    for (std::size_t k = i; k-- > 0;) {
      w[i][k] = std::sin(v[i] * v[k]) + s;
      s += w[i][k] * w[i][k];
    }
  for (std::size_t i = 4; i-- > 1;)
    s = s * w[i][i - 1] + w[i][0];
  return s;
}
} // namespace nested

// What else must be true.
namespace more {
double root(double a, int most) {
  double x = a;
  int k = 0;
  while (k < most && std::fabs(x * x - a) > 1e-12) {
    x = 0.5 * (x + a / x);
    ++k;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = root(v[0], 30) * root(v[1], 3) + root(v[2], 0);
  bool alive = true;
  for (int i = 0; i < 4 && alive; ++i) {
    s = s * v[i] + v[i];
    if (s > 4)
      alive = false;
    if (v[i] < 0.5)
      continue;
    s += std::sin(v[i]);
  }
  for (std::size_t i = 0; s < 30 && i < v.size() && v[i] < 2.5; i++) {
    s += v[i] * v[i];
    if (v[i] > 2)
      break;
  }
  return s;
}
} // namespace more

namespace more_in_loops {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    double x = s + v[i];
    for (int k = 0; k < 1000000 && x * x - v[i] > 1e-12; ++k)
      x = 0.5 * (x + v[i] / x);
    for (int k = 0; k < 8 && x < 2; ++k)
      for (int j = 0; j < k && x < 1.5; ++j)
        x += 0.3 * std::sin(x * v[k % 4]);
    s += x * s + x;
  }
  return s;
}
} // namespace more_in_loops

namespace two_bounds {
double dot(const V &x, const V &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
    s += x[i] * y[i];
  return s;
}
void add(const V &x, V &y, int n) {
  for (int i = 0; i < n && i < static_cast<int>(y.size()); ++i)
    y[i] = std::sin(x[i]) * x[0] + y[i] * x[1];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = {v[1], v[2]}, u = v;
  add(v, w, 4);
  add(u, u, 3);
  double s = dot(v, w) + dot(w, u) * dot(u, u);
  for (std::size_t i = 0; i < w.size() && i < v.size(); ++i) { // one of the bounds changes
    s += v[i] * w[i];
    if (i < 2)
      w.push_back(v[i] * s);
  }
  return s;
}
} // namespace two_bounds

int main() {
  CHECK_CASE_TWICE(substitution);
  CHECK_CASE_TWICE(horner);
  CHECK_CASE_TWICE(jumps);
  CHECK_CASE_TWICE(narrow);
  CHECK_CASE_TWICE(left);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(more);
  CHECK_CASE_TWICE(more_in_loops);
  CHECK_CASE_TWICE(two_bounds);
  return finish();
}
