// Rows and columns that ask whether they are the first or the last: rows are cut first, and then
// the columns of those between. What one row adds to its neighbours is gathered by itself.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

/// A step of n rows of n elements.
#define CASE(name, ...) STEPS(name, n *n + 1, __VA_ARGS__)

static double flow(double a, double b) { return 0.2 * (a - b) + 0.05 * a * b; }

CASE(square, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      if (i > 0)
        s += u[(i - 1) * n + j] - u[i * n + j];
      if (i < n - 1)
        s += u[(i + 1) * n + j] - u[i * n + j];
      if (j > 0)
        s += u[i * n + j - 1] - u[i * n + j];
      if (j < n - 1)
        s += u[i * n + j + 1] - u[i * n + j];
      next[i * n + j] = u[i * n + j] + (0.1 + 0.05 * u[i * n + j]) * s;
    }
})

CASE(fixed_edges, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
        next[i * n + j] = 0.5 * u[i * n + j] * u[i * n + j];
      else
        next[i * n + j] = u[i * n + j] * (u[i * n + j - 1] + 0.3 * u[i * n + j + 1]) +
                          0.2 * u[(i - 1) * n + j] * u[(i + 1) * n + j];
    }
})

CASE(two_wide, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = flow(u[i * n + j], 0.3);
      if (i >= 2)
        s += flow(u[(i - 2) * n + j], u[i * n + j]);
      if (j + 2 < n)
        s -= flow(u[i * n + j + 2], u[i * n + j]);
      if (j > 0)
        s -= flow(u[i * n + j - 1], u[i * n + j]);
      next[i * n + j] = u[i * n + j] + s;
    }
})

CASE(one_side_each, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      next[i * n + j] = 0.4 * u[i * n + j];
      if (i > 0)
        next[i * n + j] += flow(u[(i - 1) * n + j], u[i * n + j]);
      if (j < n - 1)
        next[i * n + j] += u[i * n + j + 1] * u[i * n + j];
    }
})

CASE(inner_from_one, {
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n - 1; ++j) {
      double s = 0;
      if (i > 0)
        s += u[(i - 1) * n + j] * 0.3;
      if (j < n - 2)
        s += u[i * n + j + 1] * u[i * n + j - 1];
      next[i * n + j] = 0.5 * u[i * n + j] + s;
    }
})

CASE(lower_triangle, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i + 1; ++j) {
      double s = 0;
      if (i > 0)
        s += u[(i - 1) * n + j] * 0.3;
      if (j > 0)
        s += u[i * n + j - 1] * u[i * n + j];
      next[i * n + j] = 0.5 * u[i * n + j] + s;
    }
})

CASE(in_place, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = u[i * n + j];
      if (i > 0)
        s += 0.3 * u[(i - 1) * n + j];
      if (j > 0)
        s += 0.02 * u[i * n + j - 1] * s;
      if (j < n - 1)
        s += 0.1 * u[i * n + j + 1];
      u[i * n + j] = s;
    }
  next = u;
})

CASE(sizes, {
  const std::size_t size = n;
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      double s = 0;
      if (i > 0)
        s += u[(i - 1) * size + j] - u[i * size + j];
      if (i + 1 < size)
        s += u[(i + 1) * size + j] - u[i * size + j];
      if (j > 0)
        s += u[i * size + j - 1] - u[i * size + j];
      if (j + 1 < size)
        s += u[i * size + j + 1] - u[i * size + j];
      next[i * size + j] = u[i * size + j] + 0.1 * s * u[i * size + j];
    }
})

CASE(shrinking, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      next[i * n + j] = 0.6 * u[i * n + j];
      if (i > 0 && j > 0)
        next[i * n + j] += 0.3 * u[(i - 1) * n + j - 1] * u[i * n + j];
      if (j < n - 1)
        next[i * n + j] += 0.1 * u[i * n + j + 1];
    }
  if (n > 1)
    --n;
})

// The inner loop's bound is another one in each row.
CASE(changing_inside, {
  int width = n;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < width; ++j) {
      double s = 0;
      if (i > 0)
        s += 0.3 * u[(i - 1) * n + j];
      if (j > 0)
        s += 0.2 * u[i * n + j - 1];
      if (j < width - 1)
        s += 0.1 * u[i * n + j + 1] * u[i * n + j];
      next[i * n + j] = u[i * n + j] * 0.5 + s;
    }
    --width;
  }
})

// Outer loops tell of the bound, as long as they do not change it.
CASE(bound_of_outer, {
  int m = n;
  for (int i = 0; i < m; ++i) {
    if (i == 2)
      m = 1;
    for (int j = 0; j < m; ++j) {
      double s = 0.1;
      if (j > 0)
        s += 0.2 * u[i * n + j - 1];
      if (j < m - 1)
        s += 0.1 * u[i * n + j + 1] * u[i * n + j];
      next[i * n + j] = u[i * n + j] * 0.5 + s;
    }
  }
})

CASE(plain_rows, {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0;
      s += u[i * n + j - 1] - u[i * n + j];
      s -= u[i * n + j] - u[i * n + j + 1];
      s += 0.5 * (u[(i - 1) * n + j] - u[i * n + j]);
      s += 0.5 * (u[(i + 1) * n + j] - u[i * n + j]);
      next[i * n + j] = u[i * n + j] + (0.1 + 0.05 * u[i * n + j]) * s;
    }
})

CASE(other_first, {
  for (int i = 1; i < n; ++i)
    for (int j = i; j < n - 1; ++j)
      next[i * n + j] = 0.5 * u[i * n + j] + 0.25 * (u[i * n + j - 1] - u[i * n + j + 1]);
})

CASE(spaced, {
  for (int i = 1; i < n; ++i)
    for (int j = 2; j < n - 2; ++j)
      next[i * n + j - 1] += 0.5 * u[i * n + j] + 0.25 * (u[i * n + j - 2] + u[i * n + j]) * u[0];
})

namespace cube {
static double run(const V &v, int n) {
  V u = spread(v, n * n * n + 1), next = u;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const int at = (i * n + j) * n + k;
          double s = 0;
          if (i > 0)
            s += u[at - n * n] - u[at];
          if (j < n - 1)
            s += u[at + n] - u[at];
          if (k > 0)
            s += u[at - 1] - u[at];
          if (k < n - 1)
            s += u[at + 1] - u[at];
          next[at] = u[at] + (0.1 + 0.05 * u[at]) * s;
        }
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 4)) + run(v, told(v, 3)) + run(v, told(v, 2)) + run(v, told(v, 1)) +
         run(v, told(v, 0));
}
} // namespace cube

// Sums that are formed statement by statement, beside others, and beside what they read.
namespace sums {
static double run(const V &v, int n) {
  V u = spread(v, n + 2), next = u;
  double total = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = 1; i < n; ++i) {
      double a = 0, b = u[i];
      a += u[i - 1] * u[i];
      b -= u[i + 1];
      a -= b * u[i];
      b += a;
      next[i] = a;
      a += next[i] * u[i];
      next[i - 1] += 0.1 * b;
      b += next[i - 1];
      double c = 1;
      c += a;
      c *= b;
      c += 0.5;
      float single = 0;
      single += a;
      single += 0.25 * b;
      next[i] = 0.1 * (a + b) + 0.01 * c + 0 * single;
      total += c;
    }
    u.swap(next);
  }
  return weighed(u) + 0.1 * total;
}
BOTH double f(const V &v) {
  return run(v, told(v, 9)) + run(v, told(v, 3)) + run(v, told(v, 2)) + run(v, told(v, 1));
}
} // namespace sums

int main() {
  CHECK_CASE_TWICE(square);
  CHECK_CASE_TWICE(fixed_edges);
  CHECK_CASE_TWICE(two_wide);
  CHECK_CASE_TWICE(one_side_each);
  CHECK_CASE_TWICE(inner_from_one);
  CHECK_CASE_TWICE(lower_triangle);
  CHECK_CASE_TWICE(in_place);
  CHECK_CASE_TWICE(sizes);
  CHECK_CASE_TWICE(shrinking);
  CHECK_CASE_TWICE(changing_inside);
  CHECK_CASE_TWICE(bound_of_outer);
  CHECK_CASE_TWICE(plain_rows);
  CHECK_CASE_TWICE(other_first);
  CHECK_CASE_TWICE(spaced);
  CHECK_CASE_TWICE(cube);
  CHECK_CASE_TWICE(sums);
  return finish();
}
