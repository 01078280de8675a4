// Vectors that a loop reads here and there are copied ahead of it, instead of what each iteration
// reads: by subscripts that are chosen or remainders, which say how far they reach; whole, if what
// stands beside the loop goes through all elements anyway; row by row. (The middle of a ring reads no
// remainders: reverse/rims.cpp.)
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-rims | FileCheck %s
#include <array>
#include <cmath>
#include <utility>
#include <vector>

struct Cell {
  double h, q;
};

// CHECK-LABEL: double ring_reverse(
// CHECK-NOT:   _at
// CHECK:           tape.nest(c_1_then, c_1_then_size);
// CHECK-NEXT:      for (std::size_t k = 0; k < c_1_then_size; ++k)
// CHECK-NEXT:        c_1_then[k] = c_1[k];
// CHECK:       // reverse sweep
// CHECK:             c_1_bar[(i + 1) % n].h -= c_1_then[(i + 1) % n].q * d_bar[i];
// CHECK-NEXT:        d_bar[i] = 0;
// CHECK-NEXT:      }
// CHECK-NEXT:      tape.unnest(c_1_then);
[[ad::differentiate(reverse)]]
double ring(std::vector<Cell> c, int steps, double g) {
  const int n = c.size();
  std::vector<double> d(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      const Cell &l = c[i == 0 ? n - 1 : i - 1], &r = c[(i + 1) % n];
      d[i] = l.q * l.q / l.h + g * l.h * l.h - r.q * r.h;
    }
    for (int i = 0; i < n; ++i)
      c[i].q += 0.1 * d[i];
  }
  return n ? c[0].q * c[0].h : 0;
}

// CHECK-LABEL: double edges_reverse(
// CHECK:           tape.nest(u_then, u.size());
// CHECK:           for (size_t e = 0; e < a.size(); ++e) {
// CHECK-NEXT:        const double ul = u_then[a[e]];
// CHECK-NEXT:        r[a[e]] += ul * ul * u_then[b[e]];
// CHECK:       // reverse sweep
// CHECK:             const double ul = u_then[a[e]];
[[ad::differentiate(reverse)]]
double edges(const std::vector<double> &start, const std::vector<int> &a, const std::vector<int> &b,
             int steps) {
  std::vector<double> u = start, r(start.size());
  for (int t = 0; t < steps; ++t) {
    for (size_t e = 0; e < a.size(); ++e) {
      const double ul = u[a[e]], ur = u[b[e]];
      r[a[e]] += ul * ul * ur;
    }
    for (size_t i = 0; i < u.size(); ++i)
      u[i] += 0.01 * r[i];
  }
  return u[0];
}

// A few elements of many, and what only some iterations read: each number by itself.
// CHECK-LABEL: double few_reverse(
// CHECK-NOT:   u_then
// CHECK:       return
[[ad::differentiate(reverse)]]
double few(const std::vector<double> &start, const std::vector<int> &a, int steps) {
  std::vector<double> u = start;
  for (int t = 0; t < steps; ++t) {
    double s = 0;
    for (int k = 0; k < 3; ++k)
      s += u[a[k]] * u[a[k + 1]] * u[a[k + 2]];
    u[a[t]] = std::sin(s);
  }
  return u[0];
}

// CHECK-LABEL: double seldom_reverse(
// CHECK-NOT:   u_then
// CHECK:       return
[[ad::differentiate(reverse)]]
double seldom(const std::vector<double> &start, const std::vector<int> &a, int steps) {
  std::vector<double> u = start, r(start.size());
  for (int t = 0; t < steps; ++t) {
    for (size_t e = 0; e < a.size(); ++e)
      if (a[e] > 1000)
        r[e] += u[a[e]] * u[a[e] - 1] * u[a[e] - 2];
    for (size_t i = 0; i < u.size(); ++i)
      u[i] += 0.01 * r[i];
  }
  return u[0];
}

// CHECK-LABEL: double rows_reverse(
// CHECK:       std::array<double, 2> *q_1_then = nullptr;
// CHECK:           q_1_then[k] = q_1[k];
// CHECK:       // reverse sweep
// CHECK:         q_1_then[i - 1][0]
[[ad::differentiate(reverse)]]
double rows(std::vector<std::array<double, 2>> q, int steps) {
  const int n = q.size();
  std::vector<std::array<double, 2>> next = q;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i) {
      const double u = q[i - 1][1] / q[i - 1][0];
      next[i] = {u * q[i][0], q[i - 1][1] * u};
    }
    std::swap(q, next);
  }
  return n ? q[0][0] * q[n - 1][1] : 0;
}
