// Loops whose test adds a number to the counter, or takes one away: `i + width <= n`.
#include "vectors.h"
#include <array>
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace signed_window {
double moved(const double *x, const double *kernel, double *y, int n, int width) {
  for (int i = 0; i + width <= n; ++i) {
    double s = 0;
    for (int k = 0; k < width; ++k)
      s += kernel[k] * x[i + k];
    y[i] = s * s;
  }
  double s = 0;
  for (int i = 0; n >= width + i; ++i)
    s += std::sin(y[i]);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double y[5] = {};
  double s = 0;
  for (int width = 0; width < 7; ++width) // 5 and 6: no iteration
    s += moved(v.data(), v.data(), y, 4, width);
  return s + y[3];
}
} // namespace signed_window

namespace unsigned_window {
double moved(const V &x, std::size_t width) {
  double s = 0;
  for (std::size_t i = 0; i + width <= x.size(); ++i) {
    double p = 1;
    for (std::size_t k = 0; k < width; ++k)
      p *= x[i + k];
    s += p;
  }
  for (std::size_t i = 0; i + width < x.size(); ++i)
    s += x[i] * std::exp(x[width + i]);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (std::size_t width = 0; width < 8; ++width)
    s += moved(v, width);
  return s + moved(v, static_cast<std::size_t>(-1)) * v[0];
}
} // namespace unsigned_window

namespace short_unsigned {
double moved(const V &x, unsigned n, unsigned lag) {
  double s = x[0];
  for (unsigned i = 0; lag + i < n; i++)
    s = s * x[i] + x[i + lag];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v, 4, 1) * moved(v, 4, 3) + moved(v, 0, 1) + moved(v, 3, 4000000000u);
}
} // namespace short_unsigned

namespace backwards {
double moved(const double *x, int n, int lag) {
  double s = 0;
  for (int i = n - 1; i - lag >= 0; --i)
    s += x[i] * x[i - lag];
  for (int i = n; 0 < i - lag; i--)
    s += std::sin(x[i - 1] * x[i - lag - 1]);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v.data(), 4, 1) + moved(v.data(), 4, 0) * moved(v.data(), 4, 3) +
         moved(v.data(), 4, 9);
}
} // namespace backwards

namespace in_strides {
double moved(const double *x, int n, int block) {
  double s = 1;
  for (int i = 0; i + block < n; i += 2)
    s = s * x[i] + x[i + block] * x[i + 1];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v.data(), 4, 1) + moved(v.data(), 4, 0) * moved(v.data(), 4, 2);
}
} // namespace in_strides

namespace in_place {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  const std::size_t lag = 2;
  int steps = 1;
  for (std::size_t i = 0; i + lag < w.size(); ++i)
    w[i + lag] = w[i] * w[i + lag];
  for (std::size_t i = 0; i + steps + 1 <= w.size(); ++i)
    w[i] = std::sin(w[i]) * w[i + steps];
  return w[0] * w[1] + w[2] * w[3];
}
} // namespace in_place

namespace several {
double moved(const double *x, int n, int width, int gap) {
  double s = 0;
  for (int i = 0; i + width + gap < n; ++i)
    s += x[i] * x[i + width] * std::sin(x[i + width + gap]);
  for (long i = 1; i - 1 + width + 1 <= n; ++i)
    s += x[i - 1] * x[i + width - 1];
  for (int i = 0; n > i - gap + width + 1; ++i)
    s = s * x[i] + x[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v.data(), 4, 1, 1) + moved(v.data(), 4, 2, 0) * moved(v.data(), 3, 1, 0) +
         moved(v.data(), 4, 3, 3);
}
} // namespace several

// The bound changes while the loop runs.
namespace changing {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  std::size_t width = 1;
  double s = 0;
  for (std::size_t i = 0; i + width <= w.size(); ++i) {
    if (w.size() < 8)
      w.push_back(w[i] * w[i + width - 1]);
    if (i == 2)
      width = 2;
    s += w[i + width - 1] * w[i];
  }
  int n = 4, lag = 1;
  for (int i = 0; i + lag < n; ++i) {
    s = s * v[i] + v[i + lag];
    if (i == 1)
      ++lag;
  }
  return s;
}
} // namespace changing

namespace members {
struct Filter {
  int width;
  std::array<double, 2> taps;
  double apply(const V &x) const {
    double s = 0;
    for (int i = 0; i + width <= static_cast<int>(x.size()); ++i)
      for (int k = 0; k < width; ++k)
        s += taps[k] * x[i + k] * x[i];
    return s;
  }
};
struct Window {
  std::size_t width;
  double energy(const V &x) {
    double s = 0;
    for (std::size_t i = 0; i + width <= x.size(); ++i) {
      s = s * x[i] + x[i + width - 1];
      if (i == 1)
        width = 2;
    }
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const Filter filter{2, {v[0], std::sin(v[1])}};
  Window window{1};
  return filter.apply(v) + window.energy(v);
}
} // namespace members

// Jumps, and `continue` and `break` in such loops.
namespace left_early {
double moved(const V &x, std::size_t lag, int n) {
  double s = 1;
  for (std::size_t i = 0; i + lag < x.size(); ++i) {
    if (x[i] > 1.5)
      continue;
    s *= x[i] + x[i + lag];
    if (s > 4)
      break;
  }
  if (n > 2)
    goto done;
  for (std::size_t i = 0; i + lag < x.size(); ++i)
    s += x[i] * s;
done:
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v, 1, 3) + moved(v, 2, 1);
}
} // namespace left_early

namespace kept {
// Values of the iterations are kept, in two loops around each other.
double moved(const double *x, int n, int width) {
  double best = 0;
  for (int i = 0; i + width <= n; ++i) {
    double p = x[i];
    for (int j = i; j - i < width; ++j)
      p = std::sin(p) * x[j];
    best = best * p + std::cos(p);
  }
  return best;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return moved(v.data(), 4, 2) + moved(v.data(), 3, 0) + moved(v.data(), 3, 3);
}
} // namespace kept

int main() {
  CHECK_CASE_TWICE(signed_window);
  CHECK_CASE_TWICE(unsigned_window);
  CHECK_CASE_TWICE(short_unsigned);
  CHECK_CASE_TWICE(backwards);
  CHECK_CASE_TWICE(in_strides);
  CHECK_CASE_TWICE(in_place);
  CHECK_CASE_TWICE(several);
  CHECK_CASE_TWICE(changing);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(left_early);
  CHECK_CASE_TWICE(kept);
  return finish();
}
