// std::span: parameters, locals, subspans, arguments; its derivative is a span of mutable elements.
// RUN: %clang_ad_plugin -std=c++20 -Wall -Wextra -Werror -I%source/test/programs %s -o %t \
// RUN:   -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend | FileCheck %s
// RUN: %t
#include "harness.h"
#include <array>
#include <numeric>
#include <span>
#include <vector>

// CHECK-LABEL: double squares_reverse(std::span<const double> v, std::span<double> v_bar, double squares_bar) {
// CHECK:         for (std::size_t k = v.size(); k-- > 0;) {
// CHECK-NEXT:      const double x = v[k];
// CHECK-NEXT:      const double x_bar = 2 * x * s_bar;
// CHECK-NEXT:      v_bar[k] += x_bar;
// CHECK-NEXT:    }
[[ad::differentiate(forward, reverse)]] double squares(std::span<const double> v) {
  double s = 0;
  for (double x : v)
    s += x * x;
  return s * v[0] + v.size();
}

static double dot(std::span<const double> a, std::span<const double> b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i] + a.front() * b.back();
  return s;
}

static void scale(std::span<double> v, double by) {
  for (double &x : v)
    x *= by;
}

static std::span<const double> half(std::span<const double> v, bool first) {
  return first ? v.first(v.size() / 2) : v.subspan(v.size() / 2);
}

[[ad::differentiate(forward, reverse)]] double parts(const double *p, int n) {
  std::array<double, 3> a = {p[0], p[1], 2.0};
  std::vector<double> w(p, p + n);
  double c[2] = {p[1], p[0] * p[1]};
  std::span<double> s(w);
  scale(s.subspan(1, 2), p[0]);
  scale(a, p[1]);
  scale({w.data(), 1}, a[0]);
  double t = dot(a, s.first(3)) + dot(std::span<const double>(p, n), s) + dot(c, a);
  std::span<const double> rest(p, n);
  while (!rest.empty()) {
    t = std::sin(t) * rest.front() + rest.back();
    rest = rest.subspan(1);
  }
  t += dot(half({p, std::size_t(n)}, true), half(s, false));
  return t * std::accumulate(s.begin(), s.end(), 0.0);
}

[[ad::differentiate(forward, reverse)]] void in_place(std::span<double> v, std::span<const double, 2> u) {
  for (std::size_t i = 1; i < v.size(); ++i)
    v[i] = v[i - 1] * v[i] + u[i % 2];
}

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9}, 2, [](In x, Out y) { y[0] = squares({x, 4}), y[1] = parts(x, 4); },
      [](In x, In x_dot, Out y, Out y_dot) {
        y[0] = squares_forward({x, 4}, {x_dot, 4}, y_dot[0]);
        y[1] = parts_forward(x, x_dot, 4, y_dot[1]);
      },
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = squares_reverse({x, 4}, {x_bar, 4}, y_bar[0]);
        y[1] = parts_reverse(x, x_bar, 4, y_bar[1]);
      });
  check(
      {0.7, 1.3, 0.4, 0.9, 1.1}, 3,
      [](In x, Out y) {
        copy(x, y, 3);
        in_place({y, 3}, std::span<const double, 2>(x + 3, 2));
      },
      [](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 3), copy(x_dot, y_dot, 3);
        in_place_forward({y, 3}, {y_dot, 3}, std::span<const double, 2>(x + 3, 2),
                         std::span<const double, 2>(x_dot + 3, 2));
      },
      [](In x, Out x_bar, Out y, In y_bar) {
        double bar[3];
        copy(x, y, 3), copy(y_bar, bar, 3);
        in_place_reverse({y, 3}, bar, std::span<const double, 2>(x + 3, 2),
                         std::span<double, 2>(x_bar + 3, 2));
        add(bar, x_bar, 3);
      });
  return finish();
}
