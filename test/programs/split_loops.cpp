// Loops whose adjoint adds to neighbouring elements become several, one for each neighbour. What
// would make that wrong: iterations that wait for each other, what is cleared or set too early or
// too late, elements that are reached in two ways, arrays that overlap, loops that do not run, what
// a row's last element and the next row's first have in common.
#include "vectors.h"
#include <algorithm>
#include <cstddef>
using V = std::vector<double>;

namespace one_dimension { // nonlinear, from one buffer to the other
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V now = x, next = x;
  const int n = int(x.size());
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double conductivity = 0.2 + 0.05 * now[i];
      next[i] = now[i] + conductivity * (now[i - 1] - 2 * now[i] + now[i + 1]);
    }
    now.swap(next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i];
  return sum;
}
} // namespace one_dimension

namespace two_buffers { // linear, pointers
[[ad::differentiate(forward, reverse)]]
void steps(int n, int times, double *a, double *b) {
  for (int t = 0; t < times; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      a[i] = 0.3 * (b[i - 1] - b[i] + b[i + 1]);
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a = x, b = x;
  steps(int(x.size()), 2, a.data(), b.data());
  return a[1] * b[2] + a[2] * a[0];
}
} // namespace two_buffers

namespace shifted { // one array behind the other, some elements shared
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a = x;
  two_buffers::steps(4, 2, a.data(), a.data() + 2);
  return a[1] * a[2] + a[3] * a[4];
}
} // namespace shifted

namespace grid { // rows of one array, flat
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 5;
  double u[n * n], v[n * n];
  for (int i = 0; i < n * n; ++i)
    u[i] = v[i] = x[i % int(x.size())] + 0.1 * i;
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j) {
      const int at = i * n + j;
      v[at] = u[at] * u[at] + 0.1 * (u[at - n] + u[at - 1] - 4 * u[at] + u[at + 1] + u[at + n]);
    }
  double sum = 0;
  for (int i = 0; i < n * n; ++i)
    sum += v[i] * (1 + 0.01 * i);
  return sum;
}
} // namespace grid

namespace across_rows { // the last of a row and the first of the next
[[ad::differentiate(forward, reverse)]]
void rows(const double *u, double *v, int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      v[i * n + j] = u[i * n + j] * u[i * n + j + 1] + u[i * n + j + 2];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double v[6] = {};
  rows(x.data(), v, 2, 3);
  return v[0] + v[2] * v[3] + v[5];
}
} // namespace across_rows

namespace column { // neighbours from row to row
[[ad::differentiate(forward, reverse)]]
void columns(const double (*u)[4], double (*v)[4], int n) {
  for (int j = 1; j < 3; ++j)
    for (int i = 1; i < n - 1; ++i)
      v[i][j] = u[i - 1][j] * u[i + 1][j] + 2 * u[i][j - 1] - u[i][j + 1] * u[i][j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double u[12][4], v[12][4] = {};
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 4; ++j)
      u[i][j] = x[(i + j) % int(x.size())] * (1 + 0.1 * i);
  columns(u, v, 12);
  double sum = 0;
  for (int i = 0; i < 12; ++i)
    sum += v[i][1] * v[i][2] + v[i][1];
  return sum;
}
} // namespace column

namespace in_place { // each iteration waits for the one before
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V u = x;
  const int n = int(x.size());
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] = u[i] + 0.1 * (u[i - 1] * u[i + 1] - u[i]);
  for (int i = n - 2; i > 0; --i)
    u[i] += 0.2 * (u[i - 1] + u[i + 1]);
  return u[1] * u[n - 2] + u[n / 2];
}
} // namespace in_place

namespace added_to { // what is written is read, too, and not cleared
[[ad::differentiate(forward, reverse)]]
void field(double *e, double *h, int n, int times) {
  for (int t = 0; t < times; ++t) {
    for (int i = 1; i < n; ++i)
      e[i] = e[i] - 0.5 * (h[i] - h[i - 1]);
    for (int i = 0; i < n - 1; ++i)
      h[i] -= 0.7 * (e[i + 1] - e[i]);
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V e = x, h = x;
  field(e.data(), h.data(), int(x.size()), 2);
  return e[2] * h[1] + h[2];
}
} // namespace added_to

namespace scaled { // what is set to a multiple of itself
[[ad::differentiate(forward, reverse)]]
void blend(const double *u, double *v, int n, double c) {
  for (int i = 2; i < n - 2; ++i)
    v[i] = c * v[i] + u[i - 2] * u[i + 2] + c * u[i - 1];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x;
  blend(x.data(), v.data(), int(x.size()), x[0]);
  return v[2] * v[3] + v[1];
}
} // namespace scaled

namespace two_stores { // both of what an iteration sets
[[ad::differentiate(forward, reverse)]]
void both(const double *u, double *v, double *w, int n) {
  for (int i = 1; i < n - 1; ++i) {
    v[i] = u[i - 1] * u[i];
    w[i] = v[i] * u[i + 1] + u[i - 1];
    v[i] = v[i] * 0.5 + w[i];
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x, w = x;
  both(x.data(), v.data(), w.data(), int(x.size()));
  return v[1] * w[2] + v[2] * w[1] + v[3];
}
} // namespace two_stores

namespace with_sums { // and numbers that all iterations add to
[[ad::differentiate(forward, reverse)]]
double smooth(const double *u, double *v, int n, double c, double d) {
  double total = 0;
  for (int i = 1; i < n - 1; ++i)
    v[i] = c * u[i - 1] + d * u[i + 1] * u[i] + c * d;
  for (int i = 1; i < n - 1; ++i)
    total += v[i] * v[i - 1] * c;
  return total * d;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x;
  return smooth(x.data(), v.data(), int(x.size()), x[0], x[1]) + v[2];
}
} // namespace with_sums

namespace backwards { // counters that run down, or are unsigned
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x, w = x;
  for (std::size_t i = x.size() - 1; i-- > 1;)
    v[i] = x[i - 1] * x[i + 1];
  for (std::size_t i = 1; i + 1 < x.size(); ++i)
    w[i] = v[i + 1] - v[i - 1] * x[i];
  for (int i = int(x.size()) - 2; i >= 1; --i)
    v[i] = w[i - 1] + w[i + 1] * w[i];
  return v[1] * v[2] + v[3];
}
} // namespace backwards

namespace conditions { // branches, and values that a condition chooses
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x, w = x;
  const int n = int(x.size());
  for (int i = 1; i < n - 1; ++i)
    v[i] = x[i] > 0 ? x[i - 1] * x[i] : x[i + 1];
  for (int i = 1; i < n - 1; ++i)
    if (v[i] > 0.1)
      w[i] = v[i - 1] - v[i + 1];
  for (int i = 1; i < n - 1; ++i)
    v[i] = std::max(w[i - 1], w[i + 1]) + w[i];
  return v[1] * v[2] + v[3] * v[4];
}
} // namespace conditions

namespace costly { // what all neighbours need costs a division, or a call
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x, w = x;
  const int n = int(x.size());
  for (int i = 1; i < n - 1; ++i)
    v[i] = (x[i - 1] + x[i + 1]) / (2 + x[i] * x[i]);
  for (int i = 1; i < n - 1; ++i)
    w[i] = sin(v[i - 1] * v[i + 1]) * v[i];
  return w[1] * w[2] + w[3];
}
} // namespace costly

namespace integers_in_between { // subscripts made in the loop
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v(2 * x.size());
  const int n = int(x.size());
  for (int i = 1; i < n - 1; ++i) {
    const int at = 2 * i, left = i - 1, right = i + 1;
    v[at] = x[left] * x[i];
    v[at + 1] = x[right] - x[left];
  }
  for (int i = 1; i < 2 * n - 1; ++i)
    v[i - 1] = v[i - 1] + 0.1 * i;
  return v[2] * v[3] + v[4] * v[5] + v[0];
}
} // namespace integers_in_between

namespace products { // y[i] += a[i * n + j] * x[j] in memory
[[ad::differentiate(forward, reverse)]]
void times(const double *a, const double *x, double *y, int m, int n) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      y[i] += a[i * n + j] * x[j] * x[j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[2] = {1, 2};
  times(x.data(), x.data() + 6, y, 2, 3);
  times(x.data(), x.data() + 1, y, 2, 2);
  return y[0] * y[1];
}
} // namespace products

namespace own_sum { // the sum that all add to is one of the elements that they read
[[ad::differentiate(forward, reverse)]]
void gather(double *x, int n) {
  for (int j = 1; j < n; ++j)
    x[0] += x[j] * x[j];
}
[[ad::differentiate(forward, reverse)]]
void gather_all(double *x, int n) {
  for (int j = 0; j < n; ++j)
    x[2] += 0.1 * x[j] * x[j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V v = x;
  gather(v.data(), int(v.size()));
  gather_all(v.data(), int(v.size()));
  return v[0] * v[2];
}
} // namespace own_sum

namespace never { // loops that do not run, and whose elements do not exist
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V u(1, x[0]), v(1, x[1]);
  const int n = int(u.size());
  for (int i = 1; i < n - 1; ++i)
    v[i] = u[i - 1] + u[i + 1];
  for (int i = 0; i < 1; ++i)
    for (int j = 1; j < n; ++j)
      v[1] += u[j] * u[j - 1];
  return u[0] * v[0];
}
} // namespace never

namespace large { // long enough for vectors, with a rest
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 203;
  double u[n], v[n] = {}, w = 0;
  for (int i = 0; i < n; ++i)
    u[i] = x[i % int(x.size())] * (1 + 0.001 * i);
  for (int t = 0; t < 2; ++t) {
    for (int i = 3; i < n - 3; ++i)
      v[i] = u[i - 3] * 0.1 + u[i - 1] * u[i] - u[i + 2] * 0.3 + u[i + 3] * x[0];
    for (int i = 3; i < n - 3; ++i)
      u[i] = v[i];
  }
  for (int i = 0; i < n; ++i)
    w += u[i] * 0.01;
  return w * w;
}
} // namespace large

int main() {
  CHECK_CASE(one_dimension, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(two_buffers, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(shifted, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(grid, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(across_rows, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.8, 0.3});
  CHECK_CASE(column, {0.5, 0.9, -0.2, 0.4, 0.7});
  CHECK_CASE(in_place, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(added_to, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(scaled, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(two_stores, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(with_sums, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(backwards, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(conditions, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(costly, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(integers_in_between, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(products, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(own_sum, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3});
  CHECK_CASE(never, {0.5, 0.9});
  CHECK_CASE(large, {0.5, 0.9, -0.2, 0.4, 0.7});
  return finish();
}
