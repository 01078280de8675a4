// Running maxima and minima: reversed as branches. Either operand first, ties, what is no number,
// values that are used before they change again, elements that only one of the branches may touch.
#include "vectors.h"
#include <algorithm>
#include <limits>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace both_orders {
AD_MODES double f(const V &x) {
  double up = x[0], down = x[0], above = -100, below = 100;
  for (unsigned i = 0; i < x.size(); ++i) {
    up = std::max(up, x[i] * x[0]);
    down = std::min(sin(x[i]), down);
    above = std::max(x[i], above);
    below = std::min(below, fabs(x[i]) * up);
  }
  return up * down + above * below;
}
} // namespace both_orders

namespace used_meanwhile { // each value of the maximum is read before the next
AD_MODES double f(const V &x) {
  double peak = x[0], worst = 0, sum = 0;
  for (unsigned i = 1; i < x.size(); ++i) {
    peak = std::max(peak, x[i]);
    sum += peak * x[i];
    worst = std::max(worst, peak - x[i]);
    peak = peak * 0.9 > x[0] ? peak : x[0] + x[i] * 0.1;
  }
  return worst * sum + peak;
}
} // namespace used_meanwhile

namespace rows { // of a matrix, and of the maxima the least
AD_MODES double f(const V &x) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    double most = -1e9;
    for (int j = 0; j < 2; ++j)
      most = std::max(most, x[2 * i + j] * x[0]);
    least = std::min(least, most * most);
  }
  return sqrt(least);
}
} // namespace rows

namespace guarded { // an element that is there in one case only
AD_MODES double last(const double *x, int n, int m) {
  double found = 1;
  for (int i = 0; i < m; ++i)
    found = i < n ? x[i] * found : found;
  double other = 2;
  for (int i = 0; i < m; ++i)
    other = i >= n ? other : x[n - 1 - i];
  return found * other;
}
AD_MODES double f(const V &x) { return last(x.data(), int(x.size()), 9); }
} // namespace guarded

namespace networks { // softmax, with a layer in front
AD_MODES double f(const V &x) {
  double h[3], largest = -1e300, norm = 0;
  for (int i = 0; i < 3; ++i) {
    h[i] = std::max(0.0, x[i] * x[i + 3]);
    largest = std::max(largest, h[i] + x[i]);
  }
  for (int i = 0; i < 3; ++i)
    norm += exp(h[i] + x[i] - largest);
  return largest + log(norm);
}
} // namespace networks

namespace ties {
AD_MODES double newest(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::max(x[i], m);
  return m;
}
AD_MODES double oldest(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    m = std::min(m, x[i]);
  return m;
}
} // namespace ties

int main() {
  CHECK_CASE(both_orders, {0.5, 1.5, -0.75, 2.0, 0.3, 1.1});
  CHECK_CASE(used_meanwhile, {0.5, 1.5, 0.75, 2.0, 0.3, 1.1});
  CHECK_CASE(rows, {0.5, 1.5, -0.75, 2.0, 0.3, 1.1});
  CHECK_CASE(guarded, {0.5, 1.5, -0.75, 2.0, 0.3, 1.1});
  CHECK_CASE(networks, {0.5, 1.5, -0.75, 2.0, 0.3, -1.1});
#ifndef NO_AD
  const double equal[] = {2, 1, 2, 2, 1}, none = std::numeric_limits<double>::quiet_NaN();
  double newest[5] = {}, oldest[5] = {};
  ties::newest_reverse(equal, newest, 5);
  ties::oldest_reverse(equal, oldest, 5);
  for (int i = 0; i < 5; ++i) {
    double x_dot[5] = {}, up_dot, down_dot;
    x_dot[i] = 1;
    ties::newest_forward(equal, x_dot, 5, up_dot);
    ties::oldest_forward(equal, x_dot, 5, down_dot);
    expect_true("newest of those that are equal", newest[i] == up_dot && up_dot == (i == 3));
    expect_true("oldest of those that are equal", oldest[i] == down_dot && down_dot == (i == 1));
  }
  const double unknown[] = {2, none, 1, 3};
  double bar[4] = {};
  expect_true("value with a NaN",
              ties::oldest_reverse(unknown, bar, 4) == ties::oldest(unknown, 4) && bar[2] == 1);
#endif
  return finish();
}
