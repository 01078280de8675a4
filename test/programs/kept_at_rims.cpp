// What branches read that only the rim of a loop skips: copied with the array, or kept by
// iteration.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace convolution {
BOTH double f(const V &v) {
  const int n = int(v.size()) + 3, taps = 2;
  V in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = v[i % v.size()] + 0.1 * i;
  for (int l = 0; l < 3; ++l) {
    const int apart = 1 << l;
    for (int t = 0; t < n; ++t) {
      double s = 0;
      for (int q = -taps; q <= taps; ++q) {
        const int at = t - q * apart;
        if (at >= 0 && at < n)
          s += v[(q + taps) % v.size()] * in[at];
      }
      out[t] = std::tanh(s) + in[t];
    }
    in.swap(out);
  }
  double s = 0;
  for (double x : in)
    s += x * x;
  return s;
}
} // namespace convolution

namespace filter {
BOTH double f(const V &v) {
  const size_t n = v.size() + 4;
  V x(n), y(n);
  for (size_t i = 0; i < n; ++i)
    x[i] = v[i % v.size()];
  for (int s = 0; s < 2; ++s) {
    for (size_t t = 0; t < n; ++t) {
      y[t] = v[0] * x[t];
      if (t >= 1)
        y[t] += v[1] * x[t - 1] - 0.3 * v[2] * y[t - 1];
      if (t >= 2)
        y[t] += 0.2 * x[t - 2] - v[3] * y[t - 2] * y[t];
      if (t + 1 < n)
        y[t] *= x[t + 1] + 1;
    }
    x = y;
  }
  double s = 0;
  for (size_t t = 0; t < n; ++t)
    s += double(t + 1) * x[t];
  return s;
}
} // namespace filter

// Here and there: a loop downwards, one of steps of two, sides that are not empty.
namespace sides {
BOTH double f(const V &v) {
  const int n = int(v.size()) + 2;
  V u(n);
  for (int i = 0; i < n; ++i)
    u[i] = v[i % v.size()] * 0.5;
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = n - 1; i >= 0; --i) {
      if (i < n - 1)
        u[i] *= 1 + 0.1 * u[i + 1];
      if (i > 0)
        u[i] += u[i - 1] * u[i];
      else
        u[i] -= u[i] * u[n - 1];
    }
    for (int i = 0; i < n; i += 2) {
      if (i >= 2)
        u[i] += u[i - 2] * u[i];
      if (i > n)
        u[i] *= u[0];
      s += u[i] * v[0];
    }
  }
  return s + u[1];
}
} // namespace sides

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(convolution);
  CHECK_CASE_TWICE(filter);
  CHECK_CASE_TWICE(sides);
  return finish();
}
