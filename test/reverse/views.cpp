// Range-based for over pipelines of std::views is the loop that they describe.
// RUN: %clang_ad_plugin -std=c++20 -w -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

struct P2 {
  double x, y;
};

// take, drop and reverse choose the indices where every index is an element.
// CHECK-LABEL: double last_two_forward(
// CHECK: const std::size_t count = 2 < v.size() ? 2 : v.size();
// CHECK-NEXT: const std::size_t first = v.size() - count;
// CHECK: for (std::size_t k = v.size(); k-- > first;) {
// CHECK-NEXT: const double y = v[k];
// CHECK-NEXT: const double y_dot = v_dot[k];
// CHECK-NEXT: s_dot += 2 * y * y_dot;
BOTH double last_two(const std::vector<double> &v) {
  double s = 0;
  for (double y : v | std::views::reverse | std::views::take(2))
    s += y * y;
  return s;
}

// Behind a filter they count.
// CHECK-LABEL: double first_large_forward(
// CHECK: std::size_t taken = 0;
// CHECK: for (std::size_t k = 0; k < v.size(); ++k) {
// CHECK-NEXT: if (v[k] > 1) {
// CHECK-NEXT: if (taken >= 2)
// CHECK-NEXT: break;
// CHECK-NEXT: ++taken;
BOTH double first_large(const std::vector<double> &v) {
  double s = 0;
  for (double y : v | std::views::filter([](double x) { return x > 1; }) | std::views::take(2))
    s += y * y;
  return s;
}

namespace numbers {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : std::views::iota(0, n))
    s += x[i] * x[i];
  return s;
}
} // namespace numbers

namespace transformed {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::transform([](double a) { return a * a; }))
    s += y;
  return s;
}
} // namespace transformed

namespace filtered {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::filter([](double a) { return a > 0.6; }) |
                      std::views::transform([](double a) { return std::sin(a); }))
    s += y;
  return s;
}
} // namespace filtered

namespace reversed {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::reverse)
    s = s * 0.5 + y * y;
  return s;
}
} // namespace reversed

namespace parts {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (const auto &y : v | std::views::take(3))
    s += y * y;
  for (auto &y : v | std::views::drop(2))
    s += std::exp(y);
  return s;
}
} // namespace parts

namespace changed {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  for (auto &y : v | std::views::drop(1))
    y *= y;
  return std::accumulate(v.begin(), v.end(), 0.0);
}
} // namespace changed

namespace spans {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::span<const double> v(x.data(), n);
  double s = 0;
  for (double y : v | std::views::reverse | std::views::take(2))
    s += y * y * y;
  return s;
}
} // namespace spans

namespace named {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  auto v = std::views::iota(0, n) | std::views::transform([&](int i) { return x[i] * (i + 1); });
  double s = 0;
  for (double y : v)
    s += y;
  return s;
}
} // namespace named

namespace numbers_filtered {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : std::views::iota(0, n) | std::views::filter([](int k) { return k % 2 == 0; }))
    s += x[i] * x[i];
  return s;
}
} // namespace numbers_filtered

namespace members {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<P2> v;
  for (int i = 0; i + 1 < n; ++i)
    v.push_back({x[i], x[i + 1]});
  double s = 0;
  for (double y : v | std::views::transform(&P2::y))
    s += y * y;
  return s;
}
} // namespace members

namespace numbers_back {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (auto i : std::views::iota(1, n) | std::views::reverse)
    s = s * x[i] + 1;
  return s;
}
} // namespace numbers_back

namespace called {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : std::views::transform(v, [&](double a) { return a * x[0]; }))
    s += y;
  return s;
}
} // namespace called

namespace arrays {
BOTH double f(const std::vector<double> &x) {
  std::array<double, 3> a{x[0], x[1], x[2]};
  double s = 1;
  for (double y : a | std::views::reverse)
    s = s * y + 1;
  return s;
}
} // namespace arrays

namespace while_small {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::take_while([](double a) { return a < 2; }))
    s += y * y;
  return s;
}
} // namespace while_small

namespace filtered_taken {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::filter([](double a) { return a > 0.5; }) | std::views::take(2))
    s = s * 0.7 + y * y;
  return s;
}
} // namespace filtered_taken

namespace filtered_dropped {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::filter([](double a) { return a > 0.5; }) | std::views::drop(1))
    s = s * 0.7 + y * y;
  return s;
}
} // namespace filtered_dropped

namespace jumps {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::reverse | std::views::drop(1) | std::views::take(3)) {
    if (y > 0.95)
      continue;
    s = s * 0.7 + y * y;
    if (s > 3)
      break;
  }
  return s;
}
} // namespace jumps

namespace windows {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y :
       v | std::views::drop(1) | std::views::reverse | std::views::take(9) | std::views::drop(1))
    s = s * 0.7 + y * y;
  return s;
}
} // namespace windows

namespace endless {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : std::views::iota(0) | std::views::take(n))
    s = s * 0.7 + x[i] * x[i];
  return s;
}
} // namespace endless

namespace endless_left {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : std::views::iota(0)) {
    if (i >= n)
      break;
    s = s * 0.7 + x[i] * x[i];
  }
  return s;
}
} // namespace endless_left

namespace captures {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double k = 2;
  auto w = v | std::views::transform([k](double a) { return k * a; });
  k = 5;
  v[0] = x[1] * x[1];
  double s = 0;
  for (double y : w)
    s = s * 0.5 + y * k;
  return s;
}
} // namespace captures

namespace bindings {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<P2> v;
  for (int i = 0; i + 1 < n; ++i)
    v.push_back({x[i], x[i + 1]});
  double s = 0;
  for (auto &[a, b] : v | std::views::drop(1)) {
    a *= b;
    s += a * b;
  }
  return s + v[1].x;
}
} // namespace bindings

namespace records {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<P2> v;
  for (int i = 0; i + 1 < n; ++i)
    v.push_back({x[i], x[i + 1]});
  double s = 0;
  for (auto [a, b] : v | std::views::transform([](const P2 &p) { return P2{p.y * p.x, p.x}; }))
    s += a * b;
  for (const auto &p : v | std::views::filter([](const P2 &p) { return p.x > 0.6; }))
    s += p.y * p.y;
  return s;
}
} // namespace records

namespace written {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  for (double &y : v | std::views::filter([](double a) { return a > 0.7; }))
    y = y * y;
  for (auto &&y : v | std::views::take(2))
    y *= 3;
  return std::accumulate(v.begin(), v.end(), 0.0);
}
} // namespace written

namespace functions {
inline double sq(double a) { return a * a; }
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  for (double y : v | std::views::transform(sq))
    s += y * y;
  return s;
}
} // namespace functions

namespace rows {
BOTH double f(const std::vector<double> &x) {
  std::array<std::array<double, 2>, 2> m{{{x[0], x[1]}, {x[2], x[3]}}};
  double s = 0;
  for (const auto &row : m | std::views::reverse)
    for (double y : row | std::views::reverse)
      s = 0.5 * s + y * y;
  return s;
}
} // namespace rows

namespace pairs {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : std::views::iota(0, n))
    for (int j : std::views::iota(i + 1, n))
      s += x[i] * x[j];
  return s;
}
} // namespace pairs

namespace unsigned_back {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (std::size_t i : std::views::iota(std::size_t{0}, (std::size_t)n) | std::views::reverse) {
    if (i == 2)
      continue;
    s = s * 0.7 + x[i] * x[i];
  }
  return s;
}
} // namespace unsigned_back

namespace halves {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> v(x);
  auto even = [](int i) { return i % 2 == 0; };
  double s = 0;
  for (int i : std::views::iota(0, n) | std::views::filter(even) |
                   std::views::transform([](int i) { return i / 2; }))
    s += v[i] * v[i];
  return s;
}
} // namespace halves

namespace counted {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  double s = 0;
  int calls = 0;
  for (double y : v | std::views::transform([&](double a) {
                    ++calls;
                    return a * calls;
                  }))
    s += y;
  return s;
}
} // namespace counted

namespace again {
BOTH double f(const std::vector<double> &x) {
  std::vector<double> v(x);
  auto pos = v | std::views::filter([](double a) { return a > 0.5; });
  double s = 0;
  for (double y : pos)
    s += y;
  for (double y : pos | std::views::transform([](double a) { return std::sin(a); }))
    s += y;
  return s;
}
} // namespace again

namespace deques {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  std::deque<double> v(x.data(), x.data() + n);
  double s = 0;
  for (double y : v | std::views::reverse)
    s = s * .5 + y * y;
  return s;
}
} // namespace deques

int main() {
  CHECK_CASE(numbers, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(transformed, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(filtered, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(reversed, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(parts, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(changed, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(spans, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(named, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(numbers_filtered, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(members, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(numbers_back, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(called, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(arrays, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(while_small, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(filtered_taken, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(filtered_dropped, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(jumps, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(windows, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(endless, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(endless_left, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(captures, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(bindings, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(records, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(written, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(functions, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(rows, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(pairs, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(unsigned_back, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(halves, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(counted, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(again, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  CHECK_CASE(deques, {0.49, 0.96, 0.71, 0.4, 1.1, 0.62});
  return finish();
}
