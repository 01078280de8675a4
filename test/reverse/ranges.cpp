// Algorithms of std::ranges over a whole container are the older ones over its iterators; with a
// projection they compare what that gives.
// RUN: %clang_ad_plugin -std=c++20 -w -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <list>
#include <utility>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

// CHECK: double f_forward(
// CHECK: std::sort(order.begin(), order.end(),
namespace sorted {
BOTH double f(const std::vector<double> &at) {
  const double *x = at.data();
  const int n = static_cast<int>(at.size());

  std::vector<double> v(x, x + n);
  std::ranges::sort(v);
  double s = 0;
  for (double a : v) s = s * 0.5 + a;
  std::ranges::sort(v, std::greater<>());
  std::ranges::sort(v, [](double a, double b) { return a * a < b * b; });
  std::ranges::reverse(v);
  return s + v[0] * v[1];
}
} // namespace sorted

namespace each {
BOTH double f(const std::vector<double> &at) {
  const double *x = at.data();
  const int n = static_cast<int>(at.size());

  std::vector<double> v(x, x + n), w(n);
  std::ranges::for_each(v, [](double &a) { a *= a; });
  std::ranges::transform(v, w.begin(), [&](double a) { return std::sin(a) * x[0]; });
  double s = *std::ranges::max_element(w) + std::ranges::count_if(w, [](double a) { return a > 0.2; });
  if (std::ranges::any_of(v, [](double a) { return a > 1; })) s *= 2;
  auto it = std::ranges::find_if(v, [](double a) { return a > 0.5; });
  std::ranges::fill(w, s);
  std::ranges::copy(v, w.begin());
  return s * *it + w[1];
}
} // namespace each

namespace pairs {
BOTH double f(const std::vector<double> &at) {
  const double *x = at.data();
  const int n = static_cast<int>(at.size());

  std::vector<std::pair<double, int>> p;
  for (int i = 0; i < n; ++i) p.emplace_back(x[i], i);
  std::ranges::sort(p);
  std::sort(p.rbegin(), p.rend());
  double s = 0;
  for (auto [a, i] : p) s = s * 0.5 + a * i;
  return s;
}
} // namespace pairs

namespace arrays {
BOTH double f(const std::vector<double> &at) {
  const double *x = at.data();

  std::array<double, 4> a{x[0], x[1], x[2], x[3]};
  std::ranges::sort(a);
  double c[3] = {x[0], x[1], x[2]};
  std::ranges::sort(c);
  auto m = std::ranges::max(x[0], x[1]);
  return a[0] * a[3] + c[1] * m;
}
} // namespace arrays

namespace deques {
BOTH double f(const std::vector<double> &at) {
  const double *x = at.data();
  const int n = static_cast<int>(at.size());

  std::deque<double> d(x, x + n);
  std::ranges::sort(d);
  std::list<double> l(x, x + 3);
  std::ranges::for_each(l, [&](double &v) { v *= d[0]; });
  return d[1] * d[2] + l.front() + l.back() * std::ranges::count(d, d[0]);
}
} // namespace deques

struct P2 { double x, y; };

namespace projected { struct It { double w; int k; double val() const { return w * w; } }; BOTH double f(const std::vector<double> &at) { const double *x = at.data(); const int n = static_cast<int>(at.size()); std::vector<It> v; for (int i = 0; i < n; ++i) v.push_back({x[i], i}); std::ranges::sort(v, std::greater{}, &It::w); auto m = std::ranges::min_element(v, {}, &It::val); double s = 0; for (int i = 0; i < n; ++i) s += i * v[i].w * v[i].w; return s + m->w; } }

namespace compared_by { BOTH double f(const std::vector<double> &at) { const double *x = at.data(); const int n = static_cast<int>(at.size()); std::vector<P2> v; for (int i = 0; i + 1 < n; ++i) v.push_back({x[i], x[i + 1]}); double c = x[0]; std::ranges::stable_sort(v, [](double a, double b) { return a > b; }, [c](const P2 &p) { return p.x * c; }); auto it = std::ranges::find_if(v, [](double a) { return a < 0.9; }, &P2::y); return it->x * v[0].y + std::ranges::count_if(v, [](double a) { return a > 0.6; }, &P2::x) * x[1]; } }

namespace transformed_by { BOTH double f(const std::vector<double> &at) { const double *x = at.data(); const int n = static_cast<int>(at.size()); std::vector<P2> v; for (int i = 0; i + 1 < n; ++i) v.push_back({x[i], x[i + 1]}); std::vector<double> w(v.size()); std::ranges::transform(v, w.begin(), [](double a) { return a * a; }, &P2::y); return w[0] * w[1] + std::ranges::max_element(v, std::less<>{}, &P2::y)->y; } }

namespace each_member { BOTH double f(const std::vector<double> &at) { const double *x = at.data(); const int n = static_cast<int>(at.size()); std::vector<P2> v; for (int i = 0; i + 1 < n; ++i) v.push_back({x[i], x[i + 1]}); std::ranges::for_each(v, [](double &a) { a *= a; }, &P2::x); return v[0].x * v[1].x; } }

// The middle comes ahead of the end.
namespace middles {
BOTH double f(const std::vector<double> &at) {
  std::vector<double> v = at, w = at;
  std::ranges::nth_element(v, v.begin() + 1);
  std::ranges::partial_sort(w, w.begin() + 2);
  std::vector<int> order{0, 1, 2, 3};
  double s = at[order[0]] * at[order[3]];
  std::ranges::rotate(order, order.begin() + 1);
  return s * at[order[0]] + v[1] * v[1] + w[0] * w[1];
}
} // namespace middles

int main() {
  CHECK_CASE(sorted, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(each, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(pairs, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(arrays, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(deques, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(projected, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(compared_by, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(transformed_by, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(each_member, {0.49, 0.96, 0.71, 0.4, 1.1, 0.63});
  CHECK_CASE(middles, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
