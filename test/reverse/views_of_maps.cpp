// The keys and values of maps, and of vectors of pairs, as views: over a map it is the loop over its
// elements. std::ranges::minmax and minmax_element are the older minmax_element.
// RUN: %clang_ad_plugin -std=c++20 -w -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <ranges>
#include <string>
#include <unordered_map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

// CHECK-LABEL: double sum_reverse(
// CHECK:         for (std::map<int, double>::const_iterator it = w.begin(); it != w.end(); ++it) {
// CHECK:           x = entry->second;
// CHECK-NEXT:      s += x * x;
// CHECK:         // reverse sweep
// CHECK:           entry_bar->second += x_bar;
[[ad::differentiate(reverse)]]
double sum(const std::map<int, double> &w) {
  double s = 0;
  for (double x : w | std::views::values)
    s += x * x;
  return s;
}

namespace maps {
BOTH double f(const V &v) {
  std::map<std::string, double> w{{"a", v[0]}, {"b", v[1]}, {"c", v[2]}};
  double s = 0;
  for (const auto &key : w | std::views::keys)
    s += w.at(key) * v[3];
  for (double &x : w | std::views::values)
    x *= v[3] + s;
  for (double x : std::views::values(w) | std::views::filter([](double x) { return x > 0.5; }) |
                      std::views::transform([](double x) { return x * x; }) | std::views::take(2))
    s += x;
  auto all = w | std::views::values;
  for (double x : all)
    s += std::sin(x);
  return s;
}
} // namespace maps

namespace records {
struct Particle {
  double mass, x;
};
static double keyed(const std::unordered_map<int, Particle> &all) {
  double s = 1;
  for (const Particle &each : all | std::views::values)
    s += each.mass * each.x;
  for (int key : all | std::views::keys)
    s *= 1 + 0.1 * key;
  return s;
}
BOTH double f(const V &v) {
  std::unordered_map<int, Particle> all{{1, {v[0], v[1]}}, {5, {v[2], v[3]}}};
  for (Particle &each : all | std::views::values)
    each.x += 0.1 * each.mass;
  return keyed(all);
}
} // namespace records

namespace pairs {
BOTH double f(const V &v) {
  std::vector<std::pair<int, double>> all{{1, v[0]}, {2, v[1]}, {3, v[2] * v[3]}};
  double s = 0;
  for (double x : all | std::views::values)
    s += x * x;
  for (int key : all | std::views::keys)
    s *= key;
  for (double &x : all | std::views::values | std::views::reverse) {
    x += 0.1 * s;
    s += x;
  }
  return s;
}
} // namespace pairs

namespace extremes {
// One search for both.
// CHECK:      // f_forward: tangent of f (views_of_maps.cpp:[[#@LINE+12]])
// CHECK:      for (long k = 1; k < n; ++k) {
// CHECK-NEXT:   if (v[k] < v[a])
// CHECK-NEXT:     a = k;
// CHECK-NEXT:   if (!(v[k] < v[b]))
// CHECK-NEXT:     b = k;
// CHECK-NEXT: }
// CHECK-NEXT: const std::pair<const double *, const double *> made = {v.data() + a, v.data() + b};
// CHECK-NEXT: const std::pair<const double *, const double *> made_dot = {v_dot.data() + a, v_dot.data() + b};
// CHECK-NEXT: std::ranges::min_max_result<double> object = {*made.first, *made.second};
// CHECK-NEXT: std::ranges::min_max_result<double> object_dot = {*made_dot.first, *made_dot.second};
// CHECK-NEXT: const long n_1 = static_cast<long>(v.size());
BOTH double f(const V &v) {
  auto [low, high] = std::ranges::minmax(v);
  const auto both = std::ranges::minmax_element(v);
  const auto other = std::ranges::minmax(v, std::ranges::greater{});
  auto [first, last] = std::ranges::minmax_element(v);
  return (high - low) * v[0] + *both.max * *both.min + other.min * *first + *last;
}
} // namespace extremes

int main() {
  CHECK_CASE_TWICE(maps);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(extremes);
  return finish();
}
