// Stencils whose neighbours get numbers of their own that cost much: these are kept in rows, and
// loops of their own add them.
#include "told.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// A step of n elements.
#define CASE(name, ...) STEPS(name, n + 4, __VA_ARGS__)

static double flux(double a, double b) {
  const double d = a - b;
  return d / (1 + d * d) + a * b / (2 + a * a);
}

CASE(one_row, {
  for (int i = 1; i < n - 1; ++i)
    next[i] = u[i] + 0.1 * (flux(u[i], u[i - 1]) - flux(u[i + 1], u[i]));
})

CASE(inclusive, {
  for (int i = 1; i <= n; ++i)
    next[i] = u[i] + 0.1 * (flux(u[i], u[i - 1]) - flux(u[i + 1], u[i]));
})

CASE(five_points, {
  for (int i = 2; i < n; ++i)
    next[i] = u[i] + 0.1 * (flux(u[i - 2], u[i - 1]) - flux(u[i + 1], u[i + 2]));
})

CASE(summed_twice, {
  for (int i = 1; i < n; ++i) {
    const double left = flux(u[i], u[i - 1]);
    const double right = flux(u[i + 1], u[i]);
    next[i] = u[i] + 0.1 * left * right + 0.2 * u[i + 1] * std::sqrt(1 + u[i - 1] * u[i - 1]);
  }
})

CASE(with_sums, {
  const double c = u[0];
  for (int i = 1; i < n; ++i)
    next[i] = u[i] + c * (flux(u[i], u[i - 1]) - flux(u[i + 1], u[i]));
  for (int i = 1; i < n; ++i)
    sum += 0.1 * flux(u[i], u[i - 1]) * flux(u[i + 1], c);
})

CASE(subscripts_named, {
  for (int i = 1; i < n; ++i) {
    const int at = i + 1;
    next[at] = u[at] + 0.1 * (flux(u[at], u[at - 1]) - flux(u[at + 1], u[at]));
  }
})

CASE(bound_that_changes, {
  for (int i = 1; i < n - t; ++i)
    next[i] = u[i] + 0.1 * (flux(u[i], u[i - 1]) - flux(u[i + 1], u[i]));
})

CASE(in_place, {
  for (int i = 1; i < n; ++i)
    u[i] += 0.1 * (flux(u[i], u[i - 1]) - flux(u[i + 1], u[i]));
  next = u;
})

CASE(adds_to, {
  for (int i = 1; i < n; ++i) {
    next[i] += 0.1 * flux(u[i], u[i - 1]);
    next[i - 1] -= 0.1 * flux(u[i], u[i + 1]);
  }
})

namespace equations {
static double run(const V &v, int n) {
  V h = spread(v, n + 2), q = spread(v, n + 2), h2 = h, q2 = q;
  for (int t = 0; t < 2; ++t) {
    for (int i = 1; i < n; ++i) {
      h2[i] = 0.5 * (h[i + 1] + h[i - 1]) - 0.1 * (q[i + 1] - q[i - 1]);
      q2[i] = 0.5 * (q[i + 1] + q[i - 1]) -
              0.1 * (q[i + 1] * q[i + 1] / (2 + h[i + 1]) - q[i - 1] * q[i - 1] / (2 + h[i - 1])) -
              0.05 * flux(h[i + 1], h[i - 1]);
    }
    std::swap(h, h2);
    std::swap(q, q2);
  }
  return weighed(h) + weighed(q);
}
BOTH double f(const V &v) {
  return run(v, told(v, 7)) + run(v, told(v, 3)) + run(v, told(v, 2)) + run(v, told(v, 1)) +
         run(v, told(v, 0));
}
} // namespace equations

// Four fluxes of each cell, subscripts clamped.
namespace clamped {
static double run(const V &v, int n, int m) {
  V u = spread(v, n * m), next = u;
  for (int t = 0; t < 2; ++t) {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < m; ++x) {
        const int up = std::max(y - 1, 0), down = std::min(y + 1, n - 1);
        const int left = std::max(x - 1, 0), right = std::min(x + 1, m - 1);
        const double c = u[y * m + x];
        next[y * m + x] = c + 0.1 * (flux(u[up * m + x], c) + flux(u[down * m + x], c) +
                                     flux(u[y * m + left], c) + flux(u[y * m + right], c));
      }
    std::swap(u, next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 6), told(v, 5)) + run(v, told(v, 1), told(v, 4)) +
         run(v, told(v, 4), told(v, 1)) + run(v, told(v, 2), told(v, 3)) +
         run(v, told(v, 3), told(v, 0)) + run(v, told(v, 5), told(v, 5));
}
} // namespace clamped

// Pointers of the caller, which may lead to one array.
namespace pointers {
BOTH double step(double *u, const double *c, int n, int steps) {
  double s = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      s += c[i] * flux(u[i], u[i - 1]) * flux(u[i + 1], u[i]) / (1 + c[i - 1] * c[i - 1]);
    for (int i = 0; i < n; ++i)
      u[i] += 0.01 * s;
  }
  return s;
}
static double run(const V &v, int n) {
  V u = spread(v, n + 2), c = spread(v, n + 2);
  double s = step(u.data(), c.data(), n, 2) + step(u.data(), u.data() + 1, n, 2);
  return s + weighed(u) + weighed(c);
}
BOTH double f(const V &v) {
  return run(v, told(v, 7)) + run(v, told(v, 3)) + run(v, told(v, 2)) + run(v, told(v, 0));
}
} // namespace pointers

int main() {
  CHECK_CASE_TWICE(one_row);
  CHECK_CASE_TWICE(inclusive);
  CHECK_CASE_TWICE(five_points);
  CHECK_CASE_TWICE(summed_twice);
  CHECK_CASE_TWICE(with_sums);
  CHECK_CASE_TWICE(subscripts_named);
  CHECK_CASE_TWICE(bound_that_changes);
  CHECK_CASE_TWICE(in_place);
  CHECK_CASE_TWICE(adds_to);
  CHECK_CASE_TWICE(equations);
  CHECK_CASE_TWICE(clamped);
  CHECK_CASE_TWICE(pointers);
  return finish();
}
