// Loops that ask whether an iteration is one of the first or the last: their ends and their middle
// are loops of their own.
#include "told.h"
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// A step of n elements.
#define CASE(name, ...) STEPS(name, n, __VA_ARGS__)

static double flow(double a, double b) { return 0.2 * (a - b) + 0.05 * a * b; }

CASE(insulated, {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    if (i > 0)
      s += flow(u[i - 1], u[i]);
    if (i < n - 1)
      s += flow(u[i + 1], u[i]);
    next[i] = u[i] + s;
  }
})

CASE(otherwise, {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      next[i] = 0.5 * u[i] * u[i];
    else if (i == n - 1)
      next[i] = u[i] * u[i - 1];
    else
      next[i] = u[i] * (u[i - 1] + 0.3 * u[i + 1]);
  }
})

CASE(both_at_once, {
  for (int i = 0; i < n; ++i) {
    if (i != 0 && i + 1 != n)
      next[i] = u[i] * u[i - 1] * 0.5 + 0.3 * std::sin(u[i + 1]);
    else
      next[i] = 0.1 * u[i] * u[i];
  }
})

CASE(either_one, {
  for (int i = 0; i < n; ++i) {
    if (i <= 0 || !(i < n - 1))
      next[i] = 0.1 * u[i] * u[i];
    else
      next[i] = u[i] * u[i - 1] * 0.5 + 0.3 * std::sin(u[i + 1]);
  }
})

CASE(chosen, {
  for (int i = 0; i < n; ++i) {
    const double before = i == 0 ? 0.0 : u[i - 1], after = i == n - 1 ? 0.0 : u[i + 1];
    next[i] = u[i] + 0.1 * (before - 2 * u[i] + after) * u[i];
  }
})

CASE(chosen_subscripts, {
  for (int i = 0; i < n; ++i) {
    const int left = i > 0 ? i - 1 : n - 1, right = i + 1 < n ? i + 1 : 0;
    next[i] = u[i] + 0.1 * (u[left] - 2 * u[i] + u[right]) * u[i];
  }
})

CASE(clamped, {
  for (int i = 0; i < n; ++i)
    next[i] = u[i] * (0.4 + 0.1 * u[std::max(i - 1, 0)]) - 0.2 * u[std::min(i + 1, n - 1)];
})

CASE(clamped_by_two, {
  for (int i = 0; i < n; ++i)
    next[i] = u[i] * (0.4 + 0.1 * u[std::max(0, i - 2)]) - 0.2 * u[std::min(n - 1, i + 2)] +
              0.1 * u[std::max(i - 1, 0)] * u[i];
})

CASE(around, {
  for (int i = 0; i < n; ++i)
    next[i] = u[i] + 0.1 * u[(i + 1) % n] * (u[(i + n - 1) % n] - u[i]);
})

CASE(around_by_two, {
  for (int i = 0; i < n; ++i)
    next[i] = u[i] + 0.1 * u[(i + 2) % n] * (u[(i - 1 + n) % n] - u[(n + i - 1) % n] * u[i]);
})

CASE(far_around, {
  for (int i = 0; i < n; ++i)
    next[i] = 0.3 * u[(i + 3) % n] * u[i] + 0.1 * u[(i + 4 * n - 2) % n];
})

CASE(filter, {
  for (int i = 0; i < n; ++i) {
    next[i] = 0.5 * u[i];
    if (i >= 1)
      next[i] += 0.3 * u[i - 1] - 0.2 * next[i - 1] * u[i];
    if (i >= 2)
      next[i] += 0.1 * u[i - 2] * next[i - 2];
  }
})

CASE(far_ends, {
  for (int i = 0; i < n; ++i) {
    double s = 0.1 * u[i] * u[i];
    if (i + 3 < n)
      s += u[i] * u[i + 3];
    if (i < n - 2)
      s -= 0.1 * u[i + 2];
    if (3 <= i)
      s += 0.3 * u[i - 3] * u[i];
    next[i] = s;
  }
})

CASE(from_one, {
  for (int i = 1; i < n - 1; ++i) {
    double s = 0.5 * u[i] * u[i];
    if (i > 1)
      s += u[i - 2] * u[i];
    if (i < n - 2)
      s -= 0.3 * u[i + 2];
    next[i] = s;
  }
})

CASE(sizes, {
  const std::size_t m = u.size();
  for (std::size_t i = 0; i < m; ++i) {
    double s = 0.5 * u[i] * u[i];
    if (i > 0)
      s += u[i - 1] * u[i];
    if (i + 1 < m)
      s -= 0.3 * u[i + 1];
    next[i] = s;
  }
})

CASE(sizes_less_one, {
  const std::size_t m = u.size();
  for (std::size_t i = 0; i < m; ++i) {
    double s = 0.5 * u[i] * u[i];
    if (i != 0)
      s += u[i - 1] * u[i];
    if (i < m - 1)
      s -= 0.3 * u[i + 1];
    next[i] = s + 0.1 * u[(i + 1) % m] * u[(i + m - 1) % m];
  }
})

CASE(wrapped_below_zero, { // `i - 1 < m` is false for the first
  const std::size_t m = u.size();
  for (std::size_t i = 0; i < m; ++i) {
    double s = 0.5 * u[i] * u[i];
    if (i - 1 < m)
      s += u[i - 1] * u[i];
    if (i + 2 < m)
      s -= 0.3 * u[i + 2];
    next[i] = s;
  }
})

CASE(vector_size, {
  for (std::size_t i = 0; i < u.size(); ++i) {
    next[i] = 0.5 * u[i] * u[i];
    if (i > 0)
      next[i] += u[i - 1] * u[i];
    if (i + 1 < u.size())
      next[i] -= 0.3 * u[i + 1];
  }
})

CASE(mixed_types, {
  for (int i = 0; i < static_cast<int>(u.size()); ++i) {
    next[i] = 0.5 * u[i] * u[i];
    if (i > 0)
      next[i] += u[i - 1] * u[i];
    if (i + 1 < n)
      next[i] -= 0.3 * u[i + 1];
    if (i < static_cast<int>(u.size()) - 1)
      next[i] -= 0.1 * u[i + 1] * u[i];
  }
})

CASE(up_to, {
  for (int i = 0; i <= n - 1; ++i) {
    next[i] = 0.5 * u[i] * u[i];
    if (i > 0)
      next[i] += u[i - 1] * u[i];
    if (i < n - 1)
      next[i] -= 0.3 * u[i + 1];
  }
})

CASE(below_zero, {
  for (int i = -2; i < n; ++i) {
    if (i > -1)
      next[i] = 0.5 * u[i] * u[(i + 2) % n];
    if (i > 0)
      next[i] += 0.1 * u[i - 1];
  }
})

CASE(in_place, {
  for (int i = 0; i < n; ++i) {
    if (i > 0)
      u[i] += 0.3 * u[i - 1] * u[i];
    if (i < n - 1)
      u[i] -= 0.1 * u[i + 1];
  }
  next = u;
})

CASE(local_arrays, {
  for (int i = 0; i < n; ++i) {
    double q[2] = {u[i], 1};
    for (int k = 0; k < 2; ++k) {
      if (i > 0)
        q[k] *= u[i - 1];
      if (i < n - 1)
        q[k] += 0.1 * u[i + 1] * k;
    }
    next[i] = 0.3 * q[0] * q[1];
  }
})

CASE(bound_that_changes, { // the loop around sets it
  for (int m = n; m > 0; --m)
    for (int i = 0; i < m; ++i) {
      if (i > 0)
        next[i] += 0.1 * u[i - 1] * u[i];
      if (i < m - 1)
        next[i] -= 0.1 * u[i + 1];
      next[i] += 0.2 * u[(i + 1) % m];
    }
})

// Two subscripts: the rows around, columns by branches, two equations.
namespace grid {
static double run(const V &v, int n) {
  V u = spread(v, n * n), w = spread(v, n * n), un = u, wn = w;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i) {
      const int up = (i + n - 1) % n, down = (i + 1) % n;
      for (int j = 0; j < n; ++j) {
        const int left = (j + n - 1) % n, right = (j + 1) % n, at = i * n + j;
        const double a = u[up * n + j] + u[down * n + j] + u[i * n + left] + u[i * n + right],
                     b = w[up * n + j] + w[down * n + j] + w[i * n + left] + w[i * n + right];
        un[at] = u[at] + 0.1 * (a - 4 * u[at]) - 0.1 * u[at] * w[at] * w[at];
        wn[at] = w[at] + 0.05 * (b - 4 * w[at]) + 0.1 * u[at] * w[at] * w[at];
      }
    }
    std::swap(u, un);
    std::swap(w, wn);
  }
  return weighed(u) + weighed(w);
}
BOTH double f(const V &v) {
  return run(v, told(v, 6)) + run(v, told(v, 3)) + run(v, told(v, 2)) + run(v, told(v, 1)) +
         run(v, told(v, 0));
}
} // namespace grid

namespace grid_by_branches {
static double run(const V &v, int n, int m) {
  V u = spread(v, n * m), next = u;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        double s = 0;
        if (i > 0)
          s += u[(i - 1) * m + j] - u[i * m + j];
        if (i < n - 1)
          s += u[(i + 1) * m + j] - u[i * m + j];
        if (j > 0)
          s += u[i * m + j - 1] - u[i * m + j];
        if (j < m - 1)
          s += u[i * m + j + 1] - u[i * m + j];
        next[i * m + j] = u[i * m + j] + (0.1 + 0.05 * u[i * m + j]) * s;
      }
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 6), told(v, 4)) + run(v, told(v, 1), told(v, 4)) +
         run(v, told(v, 4), told(v, 1)) + run(v, told(v, 2), told(v, 2)) +
         run(v, told(v, 0), told(v, 3));
}
} // namespace grid_by_branches

int main() {
  CHECK_CASE_TWICE(insulated);
  CHECK_CASE_TWICE(otherwise);
  CHECK_CASE_TWICE(both_at_once);
  CHECK_CASE_TWICE(either_one);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(chosen_subscripts);
  CHECK_CASE_TWICE(clamped);
  CHECK_CASE_TWICE(clamped_by_two);
  CHECK_CASE_TWICE(around);
  CHECK_CASE_TWICE(around_by_two);
  CHECK_CASE_TWICE(far_around);
  CHECK_CASE_TWICE(filter);
  CHECK_CASE_TWICE(far_ends);
  CHECK_CASE_TWICE(from_one);
  CHECK_CASE_TWICE(sizes);
  CHECK_CASE_TWICE(sizes_less_one);
  CHECK_CASE_TWICE(wrapped_below_zero);
  CHECK_CASE_TWICE(vector_size);
  CHECK_CASE_TWICE(mixed_types);
  CHECK_CASE_TWICE(up_to);
  CHECK_CASE_TWICE(below_zero);
  CHECK_CASE_TWICE(in_place);
  CHECK_CASE_TWICE(local_arrays);
  CHECK_CASE_TWICE(bound_that_changes);
  CHECK_CASE_TWICE(grid);
  CHECK_CASE_TWICE(grid_by_branches);
  return finish();
}
