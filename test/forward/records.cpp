// The tangent of a record is a record; where braces would not make it zero, it is storage.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Point {
  double x, y;
  int label;
};
struct Pair {
  Point from, to;
  double weight[2];
};

// CHECK: Point scaled_forward(Point p, Point p_dot, double s, double s_dot, Point &scaled_dot) {
// CHECK-NEXT:   const Point q = {p.x * s, p.y, p.label};
// CHECK-NEXT:   const Point q_dot = {p_dot.x * s + p.x * s_dot, p_dot.y};
// CHECK-NEXT:   scaled_dot = q_dot;
// CHECK-NEXT:   return q;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] Point scaled(Point p, double s) {
  const Point q = {p.x * s, p.y, p.label};
  return q;
}

// CHECK: void update_forward(Pair &p, Pair &p_dot) {
// CHECK-NEXT:   p_dot.weight[1] = p_dot.from.x * p.to.y + p.from.x * p_dot.to.y;
// CHECK-NEXT:   p.weight[1] = p.from.x * p.to.y;
// CHECK-NEXT:   p_dot.from = p_dot.to;
// CHECK-NEXT:   p.from = p.to;
// CHECK-NEXT:   p_dot.to.x = 0;
// CHECK-NEXT:   p.to.x = 3;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] void update(Pair &p) {
  p.weight[1] = p.from.x * p.to.y;
  p.from = p.to;
  p.to.x = 3;
}

struct Options {
  double scale = 1.5, shift = 0.5;
  int repeat{2};
};

// CHECK: double options_forward(double x, double x_dot, double &options_dot) {
// CHECK-NEXT:   Options o = {x, 0.5, 2};
// CHECK-NEXT:   ad::shadow<Options> o_dot_storage;
// CHECK-NEXT:   Options &o_dot = o_dot_storage.value();
// CHECK-NEXT:   o_dot.scale = x_dot;
[[ad::differentiate(forward)]] double options(double x) {
  Options o{x};
  o.shift *= o.scale;
  return o.scale * o.shift * o.repeat;
}

int main() {
  check({0.7, 1.2, 0.4}, 2,
        [](In x, Out y) {
          Point p = scaled({x[0], x[1], 4}, x[2]);
          y[0] = p.x * p.label;
          y[1] = p.y;
        },
        [](In x, In x_dot, Out y, Out y_dot) {
          Point p_dot;
          Point p = scaled_forward({x[0], x[1], 4}, {x_dot[0], x_dot[1], 0}, x[2], x_dot[2], p_dot);
          y[0] = p.x * p.label;
          y[1] = p.y;
          y_dot[0] = p_dot.x * p.label;
          y_dot[1] = p_dot.y;
        },
        nullptr);
  check({0.7, 1.2, 0.4, 0.1, 2.1, 0.3}, 6,
        [](In x, Out y) {
          Pair p{{x[0], x[1], 1}, {x[2], x[3], 2}, {x[4], x[5]}};
          update(p);
          const double all[] = {p.from.x, p.from.y, p.to.x, p.to.y, p.weight[0], p.weight[1]};
          copy(all, y, 6);
        },
        [](In x, In d, Out y, Out y_dot) {
          Pair p{{x[0], x[1], 1}, {x[2], x[3], 2}, {x[4], x[5]}};
          Pair q{{d[0], d[1], 1}, {d[2], d[3], 2}, {d[4], d[5]}};
          update_forward(p, q);
          const double all[] = {p.from.x, p.from.y, p.to.x, p.to.y, p.weight[0], p.weight[1]};
          const double dot[] = {q.from.x, q.from.y, q.to.x, q.to.y, q.weight[0], q.weight[1]};
          copy(all, y, 6);
          copy(dot, y_dot, 6);
        },
        nullptr);
  check({0.7}, 1, [](In x, Out y) { y[0] = options(x[0]); },
        [](In x, In x_dot, Out y, Out y_dot) { y[0] = options_forward(x[0], x_dot[0], y_dot[0]); },
        nullptr);
  return finish();
}
