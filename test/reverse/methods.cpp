// Methods: `this_bar` holds the adjoints of the fields. Constructors, operators and methods of a
// base are taken apart like other calls.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Vec3 {
  double x, y, z;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  double operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
};
Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
Vec3 operator*(double s, const Vec3 &v) { return {s * v.x, s * v.y, s * v.z}; }

struct Spring {
  double k, length;
  Spring(double k, double length) : k(k), length(length * 2) {}

  // CHECK:      inline double Spring::energy_reverse(Spring &this_bar, double x, double &x_bar,
  // CHECK-NEXT:                                      double energy_bar) const {
  // CHECK-NEXT:   const double d = x - length;
  // CHECK-NOT:  tape
  // CHECK:        this_bar.k += 0.5 * d * d * energy_bar;
  // CHECK:        x_bar += d_bar;
  // CHECK-NEXT:   this_bar.length -= d_bar;
  // CHECK:      {{^}}}
  [[ad::differentiate(reverse)]] double energy(double x) const {
    double d = x - length;
    return 0.5 * k * d * d;
  }

  // A name that hides a field: the field is this->length.
  // CHECK:      inline void Spring::stretch_reverse(Spring &this_bar, double by, double &by_bar) {
  // CHECK-NEXT:   const double length = this->length;
  // CHECK-NEXT:   this->length = length * by;
  // CHECK-NEXT:   const double length_seed = this_bar.length;
  // CHECK-NEXT:   this_bar.length = by * length_seed;
  // CHECK-NEXT:   by_bar += length * length_seed;
  // CHECK-NEXT: }
  [[ad::differentiate(reverse)]] void stretch(double by) { length *= by; }
};

// CHECK:      double operators_reverse(const Vec3 &a, Vec3 &a_bar, const Vec3 &b, Vec3 &b_bar, double t,
// CHECK-NOT:  operator{{[^s]}}
// CHECK-NOT:  tape
// CHECK:        c_bar.x += c.z * operators_bar;
// CHECK-NEXT:   c_bar.z += c.x * operators_bar;
// CHECK:        return c.x * c.z;
[[ad::differentiate(reverse)]] double operators(const Vec3 &a, const Vec3 &b, double t) {
  Vec3 c = a + t * b;
  return c[0] * c[2];
}

struct Base {
  double scale;
  double area(double x) const { return scale * x * x; }
};
struct Box : Base {
  double depth;

  // CHECK:      inline double Box::volume_reverse(Box &this_bar, double x, double &x_bar, double volume_bar) const {
  // CHECK-NEXT:   this_bar.scale += depth * x * x * volume_bar;
  // CHECK-NEXT:   this_bar.depth += this->scale * x * x * volume_bar;
  // CHECK-NEXT:   x_bar += 2 * this->scale * depth * x * volume_bar;
  // CHECK-NEXT:   return this->scale * x * x * depth;
  // CHECK-NEXT: }
  [[ad::differentiate(reverse)]] double volume(double x) const { return area(x) * depth; }
};

double halved(double x, double y) {
  Spring s(x, y);
  return s.k * s.length;
}
// An object that lives within the call has an adjoint of the same type there. The constructor is
// written out, once: the object lives in plain storage.
// CHECK:      double made_reverse(double x, double &x_bar, double y, double &y_bar, double made_bar) {
// CHECK-NOT:  tape
// CHECK:        ad::shadow<Spring> s_storage;
// CHECK-NEXT:   Spring &s = s_storage.value();
// CHECK-NEXT:   s.k = x;
// CHECK-NOT:  tape
// CHECK:        ad::shadow<Spring> [[STORE:[a-z_]+]];
// CHECK-NEXT:   Spring &s_bar = [[STORE]].value();
// CHECK-NOT:  tape
// CHECK:        s_bar.k += s.length * made_bar;
// CHECK-NEXT:   s_bar.length += s.k * made_bar;
// CHECK:        y_bar += 2 * s_bar.length;
// CHECK:        x_bar += s_bar.k;
[[ad::differentiate(reverse)]] double made(double x, double y) { return halved(x, y); }

int main() {
  check(
      {0.7, 1.3, -0.4, 0.9, 0.2, 1.1, 0.6}, 4,
      [](In x, Out y) {
        Spring s(x[0], x[1]);
        y[0] = s.energy(x[2]);
        s.stretch(x[3]);
        y[1] = s.length;
        y[2] = operators({x[0], x[1], x[2]}, {x[3], x[4], x[5]}, x[6]);
        Box b;
        b.scale = x[0];
        b.depth = x[1];
        y[3] = b.volume(x[2]) + made(x[0], x[1]);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        Spring s(x[0], x[1]), s_bar(0, y_bar[1] / 2);
        Spring after(x[0], x[1]);
        y[0] = s.energy(x[2]);
        after.stretch_reverse(s_bar, x[3], x_bar[3]);
        y[1] = after.length;
        s.energy_reverse(s_bar, x[2], x_bar[2], y_bar[0]);
        Vec3 a_bar{}, b_bar{};
        y[2] = operators_reverse({x[0], x[1], x[2]}, a_bar, {x[3], x[4], x[5]}, b_bar, x[6],
                                 x_bar[6], y_bar[2]);
        Box b, box_bar;
        b.scale = x[0];
        b.depth = x[1];
        box_bar.scale = box_bar.depth = 0;
        y[3] = b.volume_reverse(box_bar, x[2], x_bar[2], y_bar[3]) +
               made_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[3]);
        const double back[6] = {s_bar.k + a_bar.x + box_bar.scale,
                                2 * s_bar.length + a_bar.y + box_bar.depth,
                                a_bar.z,
                                b_bar.x,
                                b_bar.y,
                                b_bar.z};
        add(back, x_bar, 6);
      });
  return finish();
}
