// Stencils that run again and again: what an iteration adds to both of its neighbours is gathered.
#include "told.h"
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace line {
static double run(const V &v, int n, int steps) {
  V u = spread(v, n), next = u;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + (0.2 + 0.05 * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 9), 4) + run(v, told(v, 3), 3) + run(v, told(v, 2), 2) +
         run(v, told(v, 1), 2) + run(v, told(v, 0), 1);
}
} // namespace line

namespace rectangle {
static double run(const V &v, int rows, int columns, int steps) {
  V u = spread(v, rows * columns), next = u;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j) {
        const int at = i * columns + j;
        const double k = 0.1 + 0.05 * u[at];
        next[at] =
            u[at] + k * (u[at - columns] + u[at - 1] - 4 * u[at] + u[at + 1] + u[at + columns]);
      }
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 5), told(v, 7), 3) + run(v, told(v, 7), 4, 2) +
         run(v, told(v, 3), told(v, 3), 2) + run(v, told(v, 2), told(v, 6), 2) +
         run(v, told(v, 6), told(v, 2), 2) + run(v, told(v, 1), told(v, 5), 1);
}
} // namespace rectangle

// With signs, and different numbers along and across.
namespace signs {
BOTH double f(const V &v) {
  const int n = told(v, 6), m = told(v, 5);
  V u = spread(v, n * m), next(n * m);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        next[i * m + j] = u[i * m + j] * (1 + 0.1 * (u[i * m + j + 1] - u[i * m + j - 1])) +
                          0.2 * std::sin(u[i * m + j]) * (u[(i + 1) * m + j] - u[(i - 1) * m + j]);
    for (int k = 0; k < n * m; ++k)
      u[k] = 0.9 * u[k] + 0.1 * next[k];
  }
  return weighed(u);
}
} // namespace signs

// The neighbour of the last in a row is the first of the next row.
namespace rows_run_on {
static double run(const V &v, int n, int m) {
  V u = spread(v, n * m), next = u;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 0; j < m; ++j) {
        const int at = i * m + j;
        next[at] = u[at] + 0.1 * u[at] * (u[at - 1] - 2 * u[at] + u[at + 1]);
      }
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 5), told(v, 4)) + run(v, told(v, 4), told(v, 1));
}
} // namespace rows_run_on

// All but one column: what is at the end of a row is not zero for the start of the next.
namespace rows_nearly_run_on {
BOTH double f(const V &v) {
  const int n = told(v, 5), m = told(v, 4);
  V u = spread(v, n * m), next = u;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m; ++j) {
        const int at = i * m + j;
        next[at] = u[at] + 0.1 * u[at] * (u[at - 1] - 2 * u[at] + u[at + 1]);
      }
    u.swap(next);
  }
  return weighed(u);
}
} // namespace rows_nearly_run_on

// The range depends on the step.
namespace shrinking {
BOTH double f(const V &v) {
  const int n = told(v, 12);
  V u = spread(v, n), next = u;
  for (int t = 1; t < 4; ++t) {
    for (int i = t; i < n - t; ++i)
      next[i] = u[i] + 0.2 * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u.swap(next);
  }
  return weighed(u);
}
} // namespace shrinking

namespace counted_down {
BOTH double f(const V &v) {
  int n = told(v, 12), m = told(v, 6);
  V u = spread(v, n * m), next = u;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < m - 1; ++j)
        next[i * m + j] = u[i * m + j] + 0.1 * u[i * m + j] *
                                             (u[i * m + j - 1] + u[i * m + j + 1] +
                                              u[i * m + j - m] + u[i * m + j + m]);
    u.swap(next);
    n -= 2;
    m = t == 1 ? told(v, 5) : told(v, 6);
  }
  return weighed(u);
}
} // namespace counted_down

// Two fields that spread with speeds of their own.
namespace reaction {
BOTH double f(const V &v) {
  const int n = told(v, 6);
  V a = spread(v, n * n), b(n * n, 0.5), a2 = a, b2 = b;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        const double r = a[at] * b[at] * b[at];
        a2[at] = a[at] + 0.16 * (a[at - 1] + a[at + 1] + a[at - n] + a[at + n] - 4 * a[at]) - r +
                 0.03 * (1 - a[at]);
        b2[at] = b[at] + v[1] * 0.08 * (b[at - 1] + b[at + 1] + b[at - n] + b[at + n] - 4 * b[at]) +
                 r - 0.09 * b[at];
      }
    std::swap(a, a2);
    std::swap(b, b2);
  }
  return weighed(a) + weighed(b);
}
} // namespace reaction

namespace unsigned_sizes {
static double run(const V &v, std::size_t n, int steps) {
  V u = spread(v, static_cast<int>(n)), next = u;
  double s = 0;
  if (n > 2)
    for (int t = 0; t < steps; ++t) {
      for (std::size_t i = 1; i < n - 1; ++i)
        next[i] = u[i] + 0.3 * std::sqrt(1 + u[i] * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
      u.swap(next);
      s += u[n / 2];
    }
  return s + weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 8), 3) + run(v, told(v, 2), 3) + run(v, told(v, 0), 3);
}
} // namespace unsigned_sizes

// `i + 1 < n`, `j <= m - 2`; what several loops of one function keep.
namespace bounds {
static double run(const V &v, std::size_t n, int m, int steps) {
  V u = spread(v, static_cast<int>(n) * m), next = u;
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i + 1 < n * m; ++i)
      next[i] = u[i] + 0.1 * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u.swap(next);
    const int rows = static_cast<int>(n);
    for (int i = 1; i <= rows - 2; ++i)
      for (int j = 1; j <= m - 2; ++j)
        next[i * m + j] =
            u[i * m + j] + 0.2 * u[i * m + j] *
                               (u[(i - 1) * m + j] + u[i * m + (j - 1)] - 4 * u[i * m + j] +
                                u[i * m + (j + 1)] + u[(i + 1) * m + j]);
    u.swap(next);
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 4), told(v, 5), 2) + run(v, told(v, 2), told(v, 1), 2) +
         run(v, told(v, 0), told(v, 3), 1);
}
} // namespace bounds

namespace pointers {
static double run(const double *start, double *now, double *next, int n, int steps) {
  for (int i = 0; i < n; ++i)
    now[i] = next[i] = start[i % 4] + 0.05 * i;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + 0.2 * now[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    std::swap(now, next);
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += now[i] * now[i];
  return s;
}
BOTH double f(const V &v) {
  V a(10), b(10);
  return run(v.data(), a.data(), b.data(), told(v, 10), 3);
}
} // namespace pointers

// One that stops early, one in another loop, and wider ones.
namespace around {
BOTH double f(const V &v) {
  const int n = told(v, 10);
  V u = spread(v, n), next = u;
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    for (int t = 0; t < 5; ++t) {
      for (int i = 1; i < n - 1; ++i)
        next[i] = u[i] + 0.1 * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
      u.swap(next);
      if (u[4] > 100)
        break;
      s += u[3];
    }
    for (int t = 0; t < 2; ++t) {
      for (int i = 2; i < n - 2; ++i)
        next[i] =
            u[i] + 0.01 * u[i] * (u[i - 2] - 4 * u[i - 1] + 6 * u[i] - 4 * u[i + 1] + u[i + 2]);
      u.swap(next);
    }
  }
  return s + weighed(u);
}
} // namespace around

// A coefficient of each place, which gets a derivative, too; and one that is summed up.
namespace coefficients {
BOTH double f(const V &v) {
  const int n = told(v, 6);
  V u = spread(v, n * n), k = spread(v, n * n), next = u;
  double rate = v[3];
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        next[at] = u[at] +
                   rate * 0.1 * k[at] * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4 * u[at]);
      }
    u.swap(next);
    rate *= 0.9;
  }
  return weighed(u);
}
} // namespace coefficients

// Twice the same neighbour, one side only, corners.
namespace other_shapes {
BOTH double f(const V &v) {
  const int n = told(v, 6);
  V u = spread(v, n * n), next = u;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        next[at] = u[at] + 0.02 * u[at] *
                               (u[at - 1] + u[at + 1] + u[at + 1] + u[at - n - 1] + u[at + n + 1]);
      }
    u.swap(next);
    for (int i = 1; i < n * n - 1; ++i)
      next[i] = u[i] + 0.1 * u[i] * (u[i + 1] - u[i]);
    u.swap(next);
  }
  return weighed(u);
}
} // namespace other_shapes

// Sums of neighbours' products: the array is read where it is added to.
namespace energy {
BOTH double f(const V &v) {
  const int n = told(v, 9);
  V u = spread(v, n);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double d = u[i + 1] - 2 * u[i] + u[i - 1];
      s += d * d * (1 + 0.1 * t);
    }
    for (int i = 0; i < n; ++i)
      u[i] *= 0.9 + 0.01 * u[i];
  }
  return s;
}
} // namespace energy

int main() {
  CHECK_CASE_TWICE(line);
  CHECK_CASE_TWICE(rectangle);
  CHECK_CASE_TWICE(signs);
  CHECK_CASE_TWICE(rows_run_on);
  CHECK_CASE_TWICE(rows_nearly_run_on);
  CHECK_CASE_TWICE(shrinking);
  CHECK_CASE_TWICE(counted_down);
  CHECK_CASE_TWICE(reaction);
  CHECK_CASE_TWICE(unsigned_sizes);
  CHECK_CASE_TWICE(bounds);
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(around);
  CHECK_CASE_TWICE(coefficients);
  CHECK_CASE_TWICE(other_shapes);
  CHECK_CASE_TWICE(energy);
  return finish();
}
