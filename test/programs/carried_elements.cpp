// Elements of adjoints that are carried from one iteration to the next. What would make that wrong:
// loops that do not run, or once; both directions; windows with elements that are only read, or
// only changed on their way out; bounds of other types; other arrays that are the same memory;
// subscripts in rows, with names, of vectors; two arrays in one loop; elements that are cleared.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;

namespace relaxed { // from no iteration to several
double step(V u, int n, double c) {
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] += c * (u[i - 1] - 2 * u[i] + u[i + 1]);
  double sum = 0;
  for (double x : u)
    sum += x * x;
  return sum;
}
[[ad::differentiate(forward, reverse)]] double f(V u) {
  double sum = 0;
  for (int n = 0; n <= 7; ++n)
    sum += step(u, n, 0.25 * u[0]);
  return sum;
}
} // namespace relaxed

namespace linear { // of the caller's memory
[[ad::differentiate(forward, reverse)]] double f(const V &start) {
  V u = start;
  const int n = static_cast<int>(u.size());
  for (int t = 0; t < 2; ++t) {
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = n - 2; i > 0; --i)
      u[i] = 0.5 * u[i] - 0.3 * u[i + 1];
    for (unsigned i = 2; i < u.size(); ++i)
      u[i] -= 0.1 * u[i - 2];
    for (std::size_t i = u.size() - 1; i-- > 1;)
      u[i] += 0.7 * u[i + 1] + 0.1 * u[i - 1];
  }
  return u[0] * u[3] + u[n - 1] * u[1];
}
} // namespace linear

namespace recurrences { // solve a band of three: elements that are only read
[[ad::differentiate(forward, reverse)]] double f(V v) {
  double a[9], b[9], d[9];
  for (int i = 0; i < 9; ++i) {
    a[i] = 0.3 * v[i % 4];
    b[i] = 4 + v[(i + 1) % 4];
    d[i] = v[(i + 2) % 4] - 1;
  }
  for (int i = 1; i < 9; ++i) {
    const double w = a[i] / b[i - 1];
    b[i] -= w * a[i - 1];
    d[i] -= w * d[i - 1];
  }
  double x[10];
  x[9] = 0;
  for (int i = 8; i >= 0; --i)
    x[i] = (d[i] - a[i] * x[i + 1]) / b[i];
  double fibonacci[12] = {v[0], v[1]}, sum = 0;
  for (int i = 2; i < 12; ++i)
    fibonacci[i] = 0.6 * fibonacci[i - 1] + v[2] * 0.3 * fibonacci[i - 2];
  for (int i = 0; i < 9; ++i)
    sum += x[i] * fibonacci[i + 3];
  return sum;
}
} // namespace recurrences

namespace rows {
[[ad::differentiate(forward, reverse)]] double f(V u) {
  const int m = 2, n = static_cast<int>(u.size()) / m;
  double grid[3][10] = {};
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i) {
      const int at = j * n + i, before = at - 1;
      u[at] += 0.5 * u[before] * u[0] - 0.2 * u[at];
    }
  for (int j = 0; j < 3; ++j) {
    grid[j][0] = u[j];
    for (int i = 1; i < 10; ++i)
      grid[j][i] = 0.9 * grid[j][i - 1] + 0.1 * u[i % 4];
    for (int i = 9; i > 0; --i)
      grid[j][i - 1] -= 0.2 * grid[j][i];
  }
  return u[m * n - 1] * grid[0][9] + grid[1][5] * grid[2][0];
}
} // namespace rows

namespace meeting { // the same array by two names
void both(double *u, double *v, int n) {
  for (int i = 1; i < n; ++i)
    u[i] += 0.5 * u[i - 1] + 0.3 * v[i];
}
[[ad::differentiate(forward, reverse)]] void run(double *u, double *v, int n) { both(u, v, n); }
[[ad::differentiate(forward, reverse)]] double f(V x) {
  const int n = static_cast<int>(x.size());
  both(x.data(), x.data(), n);
  both(x.data(), x.data() + 1, n - 1);
  both(x.data() + 1, x.data(), n - 1);
  both(x.data(), x.data() + n / 2, n / 2);
  double sum = 0;
  for (double e : x)
    sum += e * e;
  return sum;
}
} // namespace meeting

int main() {
  CHECK_CASE(relaxed, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_CASE(linear, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(linear, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_CASE(recurrences, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(rows, {0.5, 0.1, -0.2, 0.4, 0.3, 0.9});
  CHECK_CASE(meeting, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  return finish();
}
