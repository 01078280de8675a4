// What a branch keeps that all iterations of a loop take but one lies in arrays by the iteration,
// as if it were no branch. Others push.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <cstddef>
#include <vector>

// CHECK-LABEL: double pairs_reverse(
// CHECK:         double **d_at = tape.array<double>(n, n);
// CHECK:         for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      for (int j = 0; j < n; ++j) {
// CHECK-NEXT:        if (i != j) {
// CHECK:               d_at[i][j] =
// CHECK-NOT:     push
// CHECK:         // reverse sweep
// CHECK-NOT:     pop
[[ad::differentiate(reverse)]] double pairs(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (i == j)
        continue;
      const double d = std::exp(x[i] - x[j]);
      s += d * std::sin(s);
      x[i] *= 0.5;
    }
  return s;
}

// CHECK-LABEL: double near_reverse(
// CHECK:           if (x[i] < 0.5) {
// CHECK:             tape.push(
[[ad::differentiate(reverse)]] double near(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (x[i] < 0.5) {
      const double d = std::exp(x[i] * s);
      s += d * std::sin(s);
    }
  return s;
}

// A vector keeps its size where its elements, records, get others.
// CHECK-LABEL: double moved_reverse(
// CHECK-NOT:     trips
// CHECK:         return
struct Body {
  double p, v;
};
[[ad::differentiate(reverse)]] double moved(std::vector<Body> &b, double dt) {
  double e = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = Body{b[i].p + dt * b[i].v, b[i].v * b[i].v};
    e += b[i].v * b[i].p;
  }
  return e;
}
