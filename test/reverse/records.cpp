// Structs: the adjoint of a struct is a struct of the same type; a copy passes its adjoint on field
// by field.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Vec {
  double x, y;
};
struct Body {
  double mass;
  Vec at;
  int id;
};

// By value.
// CHECK:      double norm_reverse(Vec v, Vec &v_bar, double norm_bar) {
// CHECK-NEXT:   const double sqrt_value = std::sqrt(v.x * v.x + v.y * v.y);
// CHECK-NEXT:   const double t_bar = (sqrt_value == 0 ? 0 : 0.5 / sqrt_value) * norm_bar;
// CHECK-NEXT:   v_bar.x += 2 * v.x * t_bar;
// CHECK-NEXT:   v_bar.y += 2 * v.y * t_bar;
// CHECK-NEXT:   return sqrt_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double norm(Vec v) { return std::sqrt(v.x * v.x + v.y * v.y); }

// By reference.
// CHECK:      double dot_reverse(const Vec &a, Vec &a_bar, const Vec &b, Vec &b_bar, double dot_bar) {
// CHECK-NOT:  tape
// CHECK:        a_bar.x += b.x * dot_bar;
// CHECK-NEXT:   b_bar.x += a.x * dot_bar;
// CHECK-NEXT:   a_bar.y += b.y * dot_bar;
// CHECK-NEXT:   b_bar.y += a.y * dot_bar;
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] double dot(const Vec &a, const Vec &b) {
  return a.x * b.x + a.y * b.y;
}

// By pointer; integers are left alone.
// CHECK:      void push_reverse(Body *b, Body *b_bar, double dt, double &dt_bar) {
// CHECK-NOT:  id
// CHECK-NOT:  tape
// CHECK:        b->at.x += dt * b->mass;
// CHECK-NEXT:   const double b_at_y = b->at.y;
// CHECK-NEXT:   b->at.y = b_at_y * b->at.x;
// CHECK-NEXT:   b_bar->at.x += b_at_y * b_bar->at.y;
// CHECK-NEXT:   b_bar->at.y *= b->at.x;
// CHECK-NOT:  b_bar->at.x {{[*]?=}}
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void push(Body *b, double dt) {
  b->at.x += dt * b->mass;
  b->at.y *= b->at.x;
}

// A result: its adjoint is a parameter without a default. sin and cos are called once each.
// CHECK:      Vec rotate_reverse(Vec v, Vec &v_bar, double angle, double &angle_bar, Vec rotate_bar) {
// CHECK-COUNT-2: std::
// CHECK-NOT:  std::
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] Vec rotate(Vec v, double angle) {
  return {std::cos(angle) * v.x - std::sin(angle) * v.y,
          std::sin(angle) * v.x + std::cos(angle) * v.y};
}

// CHECK:      double copies_reverse(Vec v, Vec &v_bar, double t, double &t_bar, double copies_bar) {
// CHECK-NOT:  tape
// CHECK:        Vec w = {{v|v_1}};
// CHECK:        t_bar += {{w_x|v.x}} * w_bar.x;
// CHECK-NEXT:   w_bar.x *= t;
// CHECK:        v_bar.x +=
// CHECK-NEXT:   v_bar.y +=
[[ad::differentiate(reverse)]] double copies(Vec v, double t) {
  Vec w = v;
  w.x *= t;
  v = w;
  return v.x * w.y;
}

int main() {
  check(
      {0.7, 1.3, -0.4, 0.9, 0.2}, 7,
      [](In x, Out y) {
        const Vec a{x[0], x[1]}, b{x[2], x[3]};
        y[0] = norm(a) + dot(a, b) + dot(a, a);
        y[1] = copies(a, x[4]);
        const Vec r = rotate(a, x[4]);
        y[2] = r.x, y[3] = r.y;
        Body body{x[2], a, 3};
        push(&body, x[4]);
        y[4] = body.mass, y[5] = body.at.x, y[6] = body.at.y;
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        const Vec a{x[0], x[1]}, b{x[2], x[3]};
        Vec a_bar{}, b_bar{};
        y[0] = norm_reverse(a, a_bar, y_bar[0]) + dot_reverse(a, a_bar, b, b_bar, y_bar[0]) +
               dot_reverse(a, a_bar, a, a_bar, y_bar[0]);
        y[1] = copies_reverse(a, a_bar, x[4], x_bar[4], y_bar[1]);
        const Vec r = rotate_reverse(a, a_bar, x[4], x_bar[4], {y_bar[2], y_bar[3]});
        y[2] = r.x, y[3] = r.y;
        Body body{x[2], a, 3}, body_bar{y_bar[4], {y_bar[5], y_bar[6]}, 8};
        push_reverse(&body, &body_bar, x[4], x_bar[4]);
        y[4] = body.mass, y[5] = body.at.x, y[6] = body.at.y;
        const double back[4] = {a_bar.x + body_bar.at.x, a_bar.y + body_bar.at.y,
                                b_bar.x + body_bar.mass, b_bar.y};
        add(back, x_bar, 4);
      });
  return finish();
}
