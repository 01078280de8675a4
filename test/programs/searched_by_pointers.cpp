// Pointers that search move over numbers that they only compare; others are read where they stop.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
/// Looks up where x is by pointers; no number behind them has a derivative there.
struct Table {
  std::vector<double> x, y;
  Table(const V &v, bool even = true) { fill(v, even); }
  void fill(const V &v, bool even) {
    if (even) {
      x.resize(v.size());
      for (size_t i = 0; i < v.size(); i++)
        x[i] = double(i);
    } else {
      x.assign(v.size(), 0.0);
      for (size_t i = 1; i < v.size(); i++)
        x[i] = x[i - 1] + 0.5 + v[i] * v[i];
    }
    y = v;
    for (size_t i = 0; i < y.size(); i++)
      y[i] *= y[i];
  }
  size_t place(double at) const {
    std::vector<double>::const_iterator it = std::upper_bound(x.begin(), x.end(), at);
    return size_t(std::clamp(int(it - x.begin()) - 1, 0, int(x.size()) - 2));
  }
  double operator()(double at) const {
    const size_t i = place(at);
    return y[i] + (y[i + 1] - y[i]) * (at - x[i]) / (x[i + 1] - x[i]);
  }
};
} // namespace

namespace bisected_members {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Table t(v);
  return t(0.25) * t(1.6) + t(2.5) * v[0];
}
} // namespace bisected_members

namespace bisected_among_variables {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Table t(v, false);
  return t(0.25) * t(1.6) + t(0.3 + v[1]) * v[0];
}
} // namespace bisected_among_variables

namespace found_and_read {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // the pointer that is found is read, too
  double s = 0;
  std::vector<double> w = {0.1, 0.5, 0.8, 1.2, 3.0};
  for (double &x : w)
    x *= v[0];
  const double *p = w.data(), *end = w.data() + w.size();
  while (p != end && *p < 0.5 * v[0] + 0.1)
    ++p;
  s += *p * v[1];
  const double *best = w.data();
  for (const double *q = w.data(); q != end; ++q)
    if (*q > *best)
      best = q;
  return s + *best * *best;
}
} // namespace found_and_read

namespace led_on {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // it leads to one that is read
  std::vector<double> w(v);
  for (double &x : w)
    x *= x;
  const double *first = w.data();
  const double *at = first;
  for (int i = 0; i < 3; i++)
    if (at[1] > -1)
      at = at + 1;
  const double *last = at;
  return *last * (at - first);
}
} // namespace led_on

namespace written_through {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> w(v);
  double *p = w.data();
  while (p < w.data() + w.size() && *p < 100) {
    *p *= v[0];
    ++p;
  }
  return w[0] * w[1] + w[2] * w[3] * double(p - w.data());
}
} // namespace written_through

namespace by_number {
static int lower(const double *x, int n, double at) {
  const double *lo = x, *hi = x + n;
  while (hi - lo > 1) {
    const double *mid = lo + (hi - lo) / 2;
    if (*mid <= at)
      lo = mid;
    else
      hi = mid;
  }
  return int(lo - x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x[5] = {0, 0.5, 1, 1.5, 4}, y[5];
  for (int i = 0; i < 5; i++)
    y[i] = v[i % 4] * (i + 1) * v[3];
  x[1] += 0.1 * v[0];
  const int i = lower(x, 5, v[1]);
  return y[i] + (y[i + 1] - y[i]) * (v[1] - x[i]) / (x[i + 1] - x[i]);
}
} // namespace by_number

namespace pointer_of_call {
static const double *find(const double *x, int n, double at) {
  if (n <= 1 || *x >= at)
    return x;
  return find(x + 1, n - 1, at);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[4];
  for (int i = 0; i < 4; i++)
    w[i] = v[i] * (i + 1);
  const double *p = find(w, 4, 1.0);
  const double *q = find(w, 4, 2.5);
  return w[p - w] * v[0] + (q - p) * v[1] + w[3];
}
} // namespace pointer_of_call

int main() {
  CHECK_CASE_TWICE(bisected_members);
  CHECK_CASE_TWICE(bisected_among_variables);
  CHECK_CASE_TWICE(found_and_read);
  CHECK_CASE_TWICE(led_on);
  CHECK_CASE_TWICE(written_through);
  CHECK_CASE_TWICE(by_number);
  CHECK_CASE_TWICE(pointer_of_call);
  return finish();
}
