// Arrays that are filled from what they hold already: elements that the writes have left behind are
// read again, not recorded. What would make that wrong: writes that come back, rows that are
// shorter than the columns they hold, other names for the array.
#include "vectors.h"
using V = std::vector<double>;

namespace series {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[8];
  y[0] = x[0];
  y[1] = x[1];
  for (int t = 2; t < 8; ++t)
    y[t] = x[2] * sin(y[t - 1]) * y[t - 2];
  double z[8];
  z[7] = x[0];
  for (int t = 6; t >= 0; --t)
    z[t] = y[t] * z[t + 1] * z[7];
  return z[0] + y[7];
}
} // namespace series

namespace back_again { // a second pass writes over what the first has read
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[6] = {x[0], x[1], x[2], 1, 1, 1};
  for (int pass = 0; pass < 3; ++pass)
    for (int i = 1; i < 6; ++i)
      y[i] = y[i] * y[i - 1] + x[1] * 0.1;
  for (int i = 1; i < 5; ++i)
    y[i] = y[i + 1] * y[i - 1];
  for (int i = 2; i < 6; ++i)
    y[i - 2] = y[i] * y[i - 2];
  return y[0] * y[5] + y[1];
}
} // namespace back_again

namespace triangle {
static double factor(const double *a, double *l, int n, int width) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = a[i * width + j];
      for (int k = 0; k < j; ++k)
        s -= l[i * width + k] * l[j * width + k];
      l[i * width + j] = i == j ? sqrt(s) : s / l[j * width + j];
      sum += l[i * width + j] * j;
    }
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[9] = {3 + x[0], 0, 0, x[1], 4 + x[2], 0, x[2], x[0] * x[1], 5}, l[12] = {};
  return factor(a, l, 3, 3) + 0.3 * l[8];
}
} // namespace triangle

namespace branches { // what conditions of counters say, and what they do not
static double factor(const double *a, double *l, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double s = a[i * n + j];
      for (int k = 0; k < j; ++k)
        s -= l[i * n + k] * l[j * n + k];
      if (i == j)
        l[i * n + i] = sqrt(s);
      else
        l[i * n + j] = s / l[j * n + j];
      sum += l[i * n + j] * j;
    }
  return sum;
}
static double near(double *y, int n, int m) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (!(j >= i) && (i != 4 || j == 1)) // what is behind
        y[i] += 0.1 * s * y[j] * y[j];
      if (j > i || j + 1 == m) // or one of them, which is overwritten
        s += 0.1 * y[i] * y[j];
      else if (j != i) {
        y[j + 1] *= 0.9 + 0.1 * y[j];
      }
    }
  return s;
}
static double moving(double *y, int n, int j) { // a condition of a number that changes behind it
  double s = 1;
  for (int i = 0; i < n; ++i)
    if (j < i) {
      j = n - 1;
      s += 0.3 * s * y[j];
      y[i] = s;
    } else {
      ++j;
      y[j] *= 0.8 * y[i] + 0.2 * s;
      j -= 2;
    }
  return s;
}
static double wrapping(double *y, unsigned n) {
  double s = 1;
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < n; ++j)
      if (j - i < n) { // i <= j
        s += 0.1 * s * y[j];
        y[i] *= 0.9 + 0.1 * s;
      } else {
        y[j] *= 0.9 + 0.2 * y[i];
      }
  return s;
}
static double mixed(double *y, int n, unsigned m) { // -1 is the largest number
  double s = 1;
  for (int i = -1; i < n; ++i)
    if (i < m)
      s += 0.1 * y[i + 1] * s;
    else
      y[i + 1] += 0.2 * y[i + 2] * y[1];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[9] = {3 + x[0], 0, 0, x[1], 4 + x[2], 0, x[2], x[0] * x[1], 5}, l[9] = {};
  double y[7] = {x[0], x[1], x[2], 0.9, 0.7, 0.4, 0.6};
  double s = factor(a, l, 3) + 0.3 * l[8];
  s += near(y, 6, 3) + moving(y, 6, 2) + wrapping(y, 5);
  return s + y[3] * mixed(y, 5, 3);
}
} // namespace branches

namespace narrow { // rows of two numbers: columns from 2 on are in the next row
static double fill(const double *x, double *a, int n, int width) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < j; ++k)
        sum += a[i * width + k] * x[k] * a[i * width + k + 1];
      a[i * width + j] = sum * x[j] + a[i * width + j] * 0.2;
    }
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[9] = {x[0], x[1], x[2], 1, 0.5, x[0], 1, 1, 1};
  return fill(x.data(), a, 3, 2) + a[4] * fill(x.data(), a, 2, 3);
}
} // namespace narrow

namespace table { // of dynamic programming
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 4, m = 3;
  double t[4 * 3] = {};
  for (int j = 0; j < m; ++j)
    t[j] = x[j];
  for (int i = 1; i < n; ++i) {
    t[i * m] = x[0] * t[(i - 1) * m];
    for (int j = 1; j < m; ++j)
      t[i * m + j] = t[(i - 1) * m + j] * t[i * m + j - 1] + t[(i - 1) * m + j - 1] * x[j];
  }
  return t[(n - 1) * m + m - 1] * t[m];
}
} // namespace table

namespace other_names {
static void walk(double *y, const double *ahead, int n) {
  for (int i = 1; i < n; ++i)
    y[i] = y[i - 1] * ahead[i] * y[i];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[6] = {x[0], x[1], x[2], x[0], 0.8, 1.1};
  walk(y, y, 5);
  walk(y, y + 1, 5);
  walk(y + 1, y, 5);
  return y[5] + y[1];
}
} // namespace other_names

int main() {
  CHECK_CASE(series, {0.3, 0.7, 1.1});
  CHECK_CASE(back_again, {0.3, 0.7, 1.1});
  CHECK_CASE(triangle, {0.3, 0.7, 1.1});
  CHECK_CASE(branches, {0.3, 0.7, 1.1});
  CHECK_CASE(narrow, {0.3, 0.7, 1.1});
  CHECK_CASE(table, {0.3, 0.7, 1.1});
  CHECK_CASE(other_names, {0.3, 0.7, 1.1});
  return finish();
}
