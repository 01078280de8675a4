// Vectors that are copied whole ahead of loops which read them here and there: by subscripts that
// are chosen, remainders, or kept in other arrays, and vectors of rows.
#include "vectors.h"
#include <array>
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;
using I = std::vector<int>;

static const I from = {0, 1, 2, 3, 0, 2}, to = {1, 2, 3, 0, 2, 0};

namespace ring_of_cells {
struct Cell {
  double h, q;
};
BOTH double f(const V &v) {
  const int n = 4;
  std::vector<Cell> c(n), d(n);
  for (int i = 0; i < n; ++i)
    c[i] = {1 + v[i], 0.3};
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i) {
      const Cell &l = c[i == 0 ? n - 1 : i - 1], &r = c[i == n - 1 ? 0 : i + 1];
      d[i].h = 0.5 * (l.h + r.h) - v[0] / (2 * v[1]) * (r.q - l.q);
      d[i].q = 0.5 * (l.q + r.q) -
               0.1 * (r.q * r.q / r.h + v[2] * r.h * r.h - l.q * l.q / l.h - v[2] * l.h * l.h);
    }
    c = d;
  }
  double s = 0;
  for (const Cell &each : c)
    s += each.h * each.h + each.q;
  return s;
}
} // namespace ring_of_cells

namespace one_cell {
BOTH double f(const V &v) {
  const int n = 1;
  V u(n, v[0]), next(n);
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < n; ++i) {
      const int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1;
      next[i] = u[left] * u[right] * v[1] + std::sin(u[i]) * v[2];
    }
    u.swap(next);
  }
  return u[0] * v[3];
}
} // namespace one_cell

namespace remainders {
BOTH double f(const V &v) {
  const int n = static_cast<int>(v.size());
  V u = v, next(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[(i + 1) % n] * u[(i + n - 1) % n] * 0.7 + u[(i + 2) % n] * u[i] * v[t];
    std::swap(u, next);
  }
  return u[0] + 2 * u[1] * u[3];
}
} // namespace remainders

namespace remainders_below_zero {
BOTH double f(const V &v) {
  const int n = 4;
  V u = v, next(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i) {
      int left = (i - 1) % n;
      if (left < 0)
        left += n;
      next[i] = u[left] * u[left] * u[i] + 0.1 * u[((i - 3) % n + n) % n];
    }
    u = next;
  }
  return u[0] * u[2];
}
} // namespace remainders_below_zero

namespace edges {
BOTH double f(const V &v) {
  V u = v, r(v.size());
  for (int t = 0; t < 3; ++t) {
    for (double &each : r)
      each = 0;
    for (size_t e = 0; e < from.size(); ++e) {
      const double ul = u[from[e]], ur = u[to[e]];
      const double flux = 0.3 * (ul * ul * ur - std::abs(ul + 0.3 * ur) * ur * v[1]);
      r[from[e]] -= flux;
      r[to[e]] += flux;
    }
    for (size_t i = 0; i < u.size(); ++i)
      u[i] += 0.1 * r[i];
  }
  return u[0] * u[1] + u[2] * u[3];
}
} // namespace edges

namespace sparse_rows {
struct Matrix {
  int n;
  I start, column;
  V value;
};
BOTH double f(const V &v) {
  const Matrix m = {4, {0, 3, 5, 8, 10}, {0, 1, 3, 1, 2, 0, 2, 3, 3, 1}, {}};
  V x(m.n), y(m.n), a(10);
  for (int k = 0; k < 10; ++k)
    a[k] = 0.3 * v[k % 4] + (m.column[k] == k / 3 ? 3 : 0);
  for (int s = 0; s < 3; ++s) {
    for (int i = 0; i < m.n; ++i) {
      double sum = v[i], d = 2;
      for (int k = m.start[i]; k < m.start[i + 1]; ++k) {
        if (m.column[k] == i)
          d = a[k] + 2;
        else
          sum -= a[k] * x[m.column[k]] * x[m.column[k]];
      }
      y[i] = sum / d;
    }
    std::swap(x, y);
  }
  return x[0] * x[1] + x[2] - x[3];
}
} // namespace sparse_rows

namespace rows {
using State = std::array<double, 3>;
State flux(const State &q) {
  const double u = q[1] / q[0], p = 0.4 * (q[2] - 0.5 * q[1] * u);
  return {q[1], q[1] * u + p, (q[2] + p) * u};
}
BOTH double f(const V &v) {
  const int n = 5;
  std::vector<State> q(n), next(n);
  for (int i = 0; i < n; ++i)
    q[i] = {1 + v[i % 4], 0.2 * v[1], 2.5};
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i + 1 < n; ++i) {
      const State l = flux(q[i - 1]), r = flux(q[i + 1]);
      for (int k = 0; k < 3; ++k)
        next[i][k] = 0.5 * (q[i - 1][k] + q[i + 1][k]) - 0.1 * v[3] * (r[k] - l[k]);
    }
    next[0] = q[0];
    next[n - 1] = q[n - 1];
    q.swap(next);
  }
  double s = 0;
  for (const State &each : q)
    for (double x : each)
      s += x * x;
  return s;
}
} // namespace rows

namespace other_side_outside {
// The side that is not taken would lead in front of the elements, or behind them.
BOTH double f(const V &v) {
  const int n = 4;
  V u = v, next(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i < 2 ? i + 2 : i - 2] * u[i > 2 ? 3 : i + 1] * 0.6 + u[i] * u[i > 2 ? i - 3 : 0];
    for (int i = 0; i < n; ++i)
      u[i] = std::tanh(next[i]) * v[i];
  }
  return u[0] + u[1] * u[2] + u[3];
}
} // namespace other_side_outside

namespace grows_between {
// The copy is as long as the vector is each time.
BOTH double f(const V &v) {
  V u = v;
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    const int n = static_cast<int>(u.size());
    V next(u.size());
    for (int i = 0; i < n; ++i)
      next[i] = u[i == 0 ? n - 1 : i - 1] * u[(i + 1) % n] * 0.8 + u[from[i] % n] * u[i];
    u = next;
    u.push_back(v[t] * u[0]);
    s += u[1];
  }
  return s + u.back();
}
} // namespace grows_between

namespace not_run {
BOTH double f(const V &v) {
  const int n = v[0] > 100 ? 4 : 0;
  V u(n), next(n);
  double s = v[0];
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i == 0 ? n - 1 : i - 1] * u[(i + 1) % n];
    u.swap(next);
    s *= v[1];
  }
  return s + (n > 0 ? u[0] : v[2]);
}
} // namespace not_run

namespace divided_by_less_than_zero {
// The remainders are those of 3.
double by(const V &v, int m) {
  V u = v, w(4);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      w[i] = u[i % m] * u[i % m] * u[0];
    for (int i = 0; i < 4; ++i)
      u[i] = std::sin(w[i]);
  }
  return u[0] * u[1] + u[2] - u[3];
}
BOTH double f(const V &v) {
  V u = v, w(4);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      w[i] = u[i % -3] * u[i % -3] * u[i % -3 + 1];
    for (int i = 0; i < 4; ++i)
      u[i] = std::sin(w[i]);
  }
  return u[0] * u[1] + u[2] - u[3] + by(v, -3) + by(v, 2);
}
} // namespace divided_by_less_than_zero

namespace left_early {
// What stands beside the loop does not come to all elements.
BOTH double f(const V &v) {
  V u = v;
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int k = 0; k < 2; ++k)
      s += u[from[k + t]] * u[to[k]] * u[from[k]];
    for (size_t i = 0; i < u.size(); ++i) {
      u[i] += std::sin(s * u[i]);
      if (s > 0.1 * t)
        break;
    }
  }
  return s * u[0];
}
} // namespace left_early

int main() {
  CHECK_CASE_TWICE(ring_of_cells);
  CHECK_CASE_TWICE(one_cell);
  CHECK_CASE_TWICE(remainders);
  CHECK_CASE_TWICE(remainders_below_zero);
  CHECK_CASE_TWICE(edges);
  CHECK_CASE_TWICE(sparse_rows);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(other_side_outside);
  CHECK_CASE_TWICE(grows_between);
  CHECK_CASE_TWICE(not_run);
  CHECK_CASE_TWICE(divided_by_less_than_zero);
  CHECK_CASE_TWICE(left_early);
  return finish();
}
