// Choices between values that cost calls, and values that one statement computes several times: in
// loops, in one another, guarded, read by what they choose from, stored in places that they read.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace chained {
BOTH double f(const V &v) {
  double h = 0.1, s = 0;
  for (int t = 0; t < 4; ++t) {
    const double a = v[t] * v[1] + v[2] * h;
    h = a > 0 ? 1 / (1 + std::exp(-a)) : std::exp(a) / (1 + std::exp(a));
    s += h * h + (h > 0.5 ? std::log(h) : 0);
  }
  return s;
}
} // namespace chained

namespace nested {
BOTH double f(const V &v) {
  double s = 0;
  for (double x : v) {
    const double y =
        x > 0 ? (x > 1 ? std::sqrt(x) : std::sin(x) * (x > 0.8 ? std::cos(x) : x)) : std::exp(x);
    s += x * (y > 0.6 ? std::pow(y, 1.5) : y) * (x < 0 ? std::tanh(y * s) : 1);
  }
  return s > 0 ? std::log1p(s) : s;
}
} // namespace nested

namespace stored { // what is chosen from is overwritten
BOTH double f(const V &v) {
  double u[4];
  for (int i = 0; i < 4; ++i)
    u[i] = v[i];
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < 4; ++i) {
      u[i] = u[i] > u[i - 1] ? std::exp(-u[i] * u[i]) - 0.3 * u[i] : std::sin(u[i - 1]) * u[i];
      u[i] += u[i] > 0.2 ? std::sqrt(u[i]) : 0.1 * u[0];
      u[0] -= i > 1 && u[i] > 0 ? std::log(1 + u[i]) : 0.1 * u[i];
    }
  return u[0] * u[1] + u[2] * u[3];
}
} // namespace stored

namespace guarded { // what is not chosen must not be evaluated
BOTH double f(const V &v) {
  const double *none = nullptr;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    const double *p = v[i] > 0 ? &v[i] : none;
    s += p ? std::exp(*p) * *p : v[3];
    s += p && (*p > 1 ? std::log(*p) : *p) > 0.5 ? std::sin(*p) : 0;
  }
  return s;
}
} // namespace guarded

struct Quaternion {
  double w, x, y, z;
};
static Quaternion times(const Quaternion &a, const Quaternion &b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static Quaternion conjugate(const Quaternion &a) { return {a.w, -a.x, -a.y, -a.z}; }

namespace repeated {
BOTH double f(const V &v) {
  Quaternion at{1, 0, 0, 0};
  for (int t = 0; t < 3; ++t) {
    const Quaternion step{0.5 * v[0], 0.2 * v[1] * (t + 1), 0.3 * v[2], 0.4 * v[3]};
    at = times(times(at, times(step, conjugate(at))), step);
    at.w = std::sin(at.w * at.x) * at.y + std::sin(at.w * at.x) * at.z;
  }
  return at.w * at.x + at.y * at.z;
}
} // namespace repeated

int main() {
  CHECK_CASE_TWICE(chained);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(stored);
  CHECK_CASE_TWICE(guarded);
  CHECK_CASE_TWICE(repeated);
  return finish();
}
