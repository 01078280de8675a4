// Adjoints that are divided by one number: in loops, in blocks, in branches that may not be taken.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace layers {
static void softmax(const double *z, double *p, int n) {
  double top = z[0], sum = 0;
  for (int i = 1; i < n; ++i)
    top = std::max(top, z[i]);
  for (int i = 0; i < n; ++i) {
    p[i] = std::exp(z[i] - top);
    sum += p[i];
  }
  for (int i = 0; i < n; ++i)
    p[i] /= sum;
}

BOTH double f(const V &v) {
  V p(v.size());
  softmax(v.data(), p.data(), int(v.size()));
  double loss = 0;
  for (size_t i = 0; i < v.size(); ++i)
    loss += (i + 1) * p[i] * p[i] / v.size();
  return loss;
}
} // namespace layers

namespace warping {
static double softmin(double a, double b, double c, double gamma) {
  const double least = std::min(a, std::min(b, c));
  return least - gamma * std::log(std::exp((least - a) / gamma) + std::exp((least - b) / gamma) +
                                  std::exp((least - c) / gamma));
}

BOTH double f(const V &v) {
  const int n = int(v.size());
  const double other[] = {0.3, 1.2, 0.8};
  std::vector<double> r((n + 1) * 4, 1e10);
  r[0] = 0;
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= 3; ++j) {
      const double d = v[i - 1] - other[j - 1];
      r[i * 4 + j] = d * d + softmin(r[(i - 1) * 4 + j - 1], r[(i - 1) * 4 + j], r[i * 4 + j - 1],
                                     v[0] + v[1]);
    }
  return r[n * 4 + 3];
}
} // namespace warping

namespace tridiagonal {
static void solve(const V &a, const V &b, const V &c, V &d) {
  const int n = int(d.size());
  V upper(n);
  upper[0] = c[0] / b[0];
  d[0] = d[0] / b[0];
  for (int i = 1; i < n; ++i) {
    const double m = b[i] - a[i] * upper[i - 1];
    upper[i] = c[i] / m;
    d[i] = (d[i] - a[i] * d[i - 1]) / m;
  }
  for (int i = n - 2; i >= 0; --i)
    d[i] -= upper[i] * d[i + 1];
}

BOTH double f(const V &v) {
  const int n = int(v.size());
  V a(n), b(n), c(n), u = v;
  for (int i = 0; i < n; ++i) {
    a[i] = -0.3 * v[i];
    c[i] = -0.2 * v[n - 1 - i];
    b[i] = 2 + v[i];
  }
  for (int step = 0; step < 3; ++step)
    solve(a, b, c, u);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * u[i];
  return sum;
}
} // namespace tridiagonal

namespace guarded {
// One of the numbers is zero, and so is that of the loop that does not run.
BOTH double f(const V &v) {
  double sum = 0;
  const double none = v[0] - v[0];
  for (size_t i = 0; i < v.size(); ++i) {
    const double by = i == 1 ? 0 : v[i];
    if (by > 0)
      sum += v[0] * v[1] / by + by / (v[2] * v[2]);
  }
  for (int i = 0; i < int(none); ++i)
    sum += v[i] / none;
  return sum;
}
} // namespace guarded

namespace narrow {
BOTH double f(const V &v) {
  float sum = 0;
  const float s = float(v[0] + v[1]);
  float x[4];
  for (int i = 0; i < 4; ++i)
    x[i] = float(i + 1) * s / (s * s + 1) + 3 / s;
  for (int i = 0; i < 4; ++i)
    sum += x[i] / s;
  return sum * 0 + v[2] / (v[3] * v[3]) / v.size() + v[1] / v[3];
}
} // namespace narrow

// Divisors of a namespace, behind references, and in objects.
namespace named {
double scale = 2.5;
struct Model {
  double width;
  double norm(const V &v) const {
    double sum = 0;
    for (double x : v)
      sum += x * x / width + x / (width * width);
    return sum;
  }
};
static double apart(const V &v, const double &by) {
  double sum = 0;
  for (size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i] / by + v[i] / scale + v[i] * v[i] * v[i] / scale;
  return sum;
}

BOTH double f(const V &v) {
  const Model m{v[3] + 1};
  return apart(v, v[2]) + m.norm(v) + m.norm({v[0] * v[1], v[1]}) / named::scale;
}
} // namespace named

// Multiples of what is divided by: 49 times 1 / 49 is less than one.
namespace whole {
BOTH double f(const V &v) {
  double sum = 0;
  const double by = v[0] * 70; // 49, and 133
  for (int i = 1; i < 60; ++i) {
    const double x = (i + 1e-9) * by;
    sum += std::fmod(x, by) * v[1] + v[2] / by + x * v[3] / by;
    sum += std::floor(x / by) * v[1] / by;
  }
  return sum;
}
} // namespace whole

// Rows that are summed go along memory; what is divided by changes in each step.
namespace chains {
BOTH double f(const V &v) {
  const int k = 3, steps = 4, see[] = {1, 0, 1, 0};
  V a(k * k), b(2 * k), p(k), next(k);
  for (int i = 0; i < k * k; ++i)
    a[i] = v[i % 4] + 0.1 * i;
  for (int i = 0; i < 2 * k; ++i)
    b[i] = 0.5 + v[(i + 1) % 4] * v[i % 3];
  for (int i = 0; i < k; ++i)
    p[i] = v[i];
  double log_sum = 0, twice = 0;
  for (int t = 0; t < steps; ++t) {
    double s = 0;
    for (int j = 0; j < k; ++j) {
      s += 0.01 * j;
      double sum = 0;
      for (int i = 0; i < k; ++i)
        sum += p[i] * a[i * k + j];
      next[j] = sum * b[see[t] * k + j];
      s += next[j];
      twice += 2 * next[j];
    }
    for (int j = 0; j < k; ++j)
      p[j] = next[j] / s;
    log_sum += std::log(s);
  }
  return log_sum + std::sin(twice);
}
} // namespace chains

int main() {
  CHECK_CASE_TWICE(layers);
  CHECK_CASE_TWICE(warping);
  CHECK_CASE_TWICE(tridiagonal);
  CHECK_CASE_TWICE(guarded);
  CHECK_CASE_TWICE(narrow);
  CHECK_CASE_TWICE(named);
  CHECK_CASE_TWICE(whole);
  CHECK_CASE_TWICE(chains);
  return finish();
}
