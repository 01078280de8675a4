// Numbers that are formed of elements of an array, which is overwritten after the loops, are formed
// again from one copy of it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

struct Point {
  double x, y;
};
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }

// CHECK-LABEL: double forces_reverse(
// CHECK-NOT:   Point a
// CHECK:         tape.nest(x_then, x_then_size);
// CHECK:           for (int j = 0; j < i; ++j) {
// CHECK-NEXT:        const double d_x = x_then[i].x - x_then[j].x;
// CHECK-NEXT:        const double d_y = x_then[i].y - x_then[j].y;
// CHECK:             f[i].x += s * d_x;
// CHECK-NEXT:        f[i].y += s * d_y;
// CHECK:       // reverse sweep
// CHECK:             const double d_x = x_then[i].x - x_then[j].x;
// CHECK:             x_bar[j].x -= d_x_bar;
[[ad::differentiate(reverse)]]
double forces(const std::vector<Point> &start, int steps) {
  const int n = start.size();
  std::vector<Point> x(start), f(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j) {
        const Point d = x[i] - x[j];
        const Point g = (1 / (d.x * d.x + d.y * d.y + 1)) * d;
        f[i] = f[i] + g;
      }
    for (int i = 0; i < n; ++i)
      x[i] = x[i] + 0.1 * f[i];
  }
  return n ? x[0].x * x[0].y : 0;
}

// What each iteration reads once is recorded: a copy would take as much.
// CHECK-LABEL: double steps_reverse(
// CHECK-NOT:   x_then
// CHECK:         d_at[t][i] = d;
// CHECK-NOT:   x_then
// CHECK:       return
[[ad::differentiate(reverse)]]
double steps(const double *start, int n, int times) {
  std::vector<double> x(start, start + n);
  double s = 0;
  for (int t = 0; t < times; ++t) {
    for (int i = 0; i + 1 < n; ++i) {
      const double d = x[i] - x[i + 1];
      s += d * d;
    }
    for (int i = 0; i < n; ++i)
      x[i] *= s;
  }
  return s;
}
