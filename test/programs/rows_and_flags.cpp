// Functions that are written out where they are called: rows and members that they are given have
// names, what flags rule out goes; arrays that loops own though they stand ahead of them.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace rows_named {
static void add(double *x, double *y, double by) {
  *x += by;
  *y += by * by;
}
static void scale(double rows[][4], const double *by, double *to) {
  for (int i = 0; i < 3; i++)
    to[i] = rows[i][0] * by[0] + rows[i][1] * by[1] + rows[i][2] * rows[i][3];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int k = 0; k < 3; k++) {
    double B[3][4], by[2], to[3];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 4; j++)
        B[i][j] = v[(i + j) % 4] * (k + 1) + v[i];
    add(&B[0][1], &B[2][3], v[k]);
    add(&B[1][1], &B[1][1], v[0]);
    by[0] = v[k] * v[0], by[1] = v[1];
    scale(B, by, to);
    for (int i = 0; i < 3; i++)
      s += to[i] * to[i];
  }
  return s;
}
} // namespace rows_named

namespace rows_all_along {
static double total(const double *all, int n) { // through all of the rows
  double s = 0;
  for (int i = 0; i < n; i++)
    s += all[i] * all[i] * (i + 1);
  return s;
}
static void clear(double *all, int from, int n) {
  for (int i = from; i < n; i++)
    all[i] = 0;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double m[3][2], s = 0;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 2; j++)
        m[i][j] = v[i] * v[j] + k;
    s += m[1][0] * m[2][1];
    clear(&m[0][1], 1, 4); // m[1][0] to m[2][0]
    s += total(&m[0][0], 6) * m[1][0] + total(m[1], 2);
    m[2][0] = s * v[3];
    s += total(&m[1][1], 2);
  }
  return s;
}
} // namespace rows_all_along

namespace rows_of_members {
struct Cell {
  double at[3];
  double all[2][3];
};
static double norm(const double *p) { return p[0] * p[0] + p[1] * p[1] * p[2]; }
static void turn(double *p, double by) {
  const double old = p[0];
  p[0] = by * p[1];
  p[1] = -by * old;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cell c = {};
  double s = 0;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 3; i++)
      c.at[i] += v[k] * (i + 1), c.all[k % 2][i] = c.at[i] * v[i];
    turn(c.at, v[k]);
    turn(c.all[1], v[0]);
    turn(&c.all[k % 2][1], v[1]);
    s += norm(c.at) * norm(c.all[0]) + norm(c.all[k % 2]);
  }
  return s;
}
} // namespace rows_of_members

namespace scratch_ahead {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double f[4], g[2][2], s = 0;
  int i, k;
  for (k = 0; k < 3; k++) {
    for (i = 0; i < 4; i++)
      f[i] = v[i] * v[k];
    g[0][0] = f[0] * f[1], g[0][1] = f[2], g[1][0] = f[3] * f[3], g[1][1] = 1;
    s += g[0][0] * g[1][0] + g[0][1] * f[k] * g[1][1];
  }
  for (k = 0; k < 2; k++) {
    for (i = 0; i < 4; i++)
      f[i] = std::sin(v[i] + s);
    s += f[k] * f[k + 1] * f[3];
  }
  return s;
}
} // namespace scratch_ahead

namespace scratch_handed_on {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // not filled whole, or read after the loop
  double f[4] = {1, 1, 1, 1}, h[3], last[2], s = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < k + 1; i++)
      f[i] *= v[i];
    h[k] = f[0] * f[3];
    if (k > 0)
      s += h[k - 1] * f[1];
    last[0] = v[k] * f[0];
    last[1] = last[0] * last[0];
  }
  return s + last[0] * last[1] + h[2];
}
} // namespace scratch_handed_on

namespace known_flags {
static double act(double x, int kind, bool twice) {
  const bool smooth = kind == 1 || kind == 2;
  double y;
  if (smooth) {
    if (kind == 1)
      y = std::tanh(x);
    else
      y = 1 / (1 + std::exp(-x));
  } else if (kind > 2) {
    y = x * x;
  } else {
    y = x > 0 ? x : 0.1 * x;
  }
  if (!twice)
    return y;
  return twice && kind >= 0 ? y + y * y : -y;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const int deep = 2;
  double s = act(v[0], 0, false) * act(v[1], 1, true) + act(v[2], deep, false);
  for (int i = 0; i < 3; i++) {
    if (deep < 1)
      break;
    if (deep > 5 && v[i] > 0)
      continue;
    s += act(v[i] * v[3], 3, deep == 2);
  }
  return s;
}
} // namespace known_flags

namespace mixed_signs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const int k = -1;
  const unsigned n = 2;
  const unsigned long m = 3;
  const short h = -2;
  double s = v[0] * v[1];
  if (k < n)
    s += v[2];
  else
    s += v[3] * v[3];
  if (h < m)
    s *= v[2];
  else
    s *= v[0];
  if (n - 3 > 0)
    s += std::sin(v[1]);
  return s + (k == 4294967295u ? v[1] : v[2]);
}
} // namespace mixed_signs

namespace rows_flat_by_pointer {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double m[2][2], s = 0;
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        m[i][j] = v[i] * v[j + 1] + k;
    double *flat = &m[0][0], *row = m[1];
    for (int i = 0; i < 4; i++)
      flat[i] *= flat[3 - i];
    row[-1] += v[0];
    *row *= 2;
    *(row + 1) += m[0][1];
    s += m[0][0] * m[0][1] * m[1][0] + m[1][1];
  }
  return s;
}
} // namespace rows_flat_by_pointer

namespace counter_changed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double m[3][3], s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = v[i] * v[j] + i;
  double *row = m[0];
  for (int i = 0; i < 2; i++) {
    row[i] *= 2;
    if (i == 1) {
      i += 3;
      row[i] *= v[3];
    }
    s += m[1][1] * row[0];
  }
  return s + m[1][1] + m[0][1];
}
} // namespace counter_changed

int main() {
  CHECK_CASE_TWICE(rows_named);
  CHECK_CASE_TWICE(rows_all_along);
  CHECK_CASE_TWICE(rows_of_members);
  CHECK_CASE_TWICE(scratch_ahead);
  CHECK_CASE_TWICE(scratch_handed_on);
  CHECK_CASE_TWICE(known_flags);
  CHECK_CASE_TWICE(mixed_signs);
  CHECK_CASE_TWICE(rows_flat_by_pointer);
  CHECK_CASE_TWICE(counter_changed);
  return finish();
}
