// Copies of objects with anonymous unions: by members where the copies are written by hand, of a
// union the largest one; as wholes where they say `= default`.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

struct Point {
  union {
    double x, r;
  };
  union {
    struct {
      double y, z;
    };
    double rest[2];
  };
  Point(double a, double b, double c) : x(a), y(b), z(c) {}
  Point(const Point &o) : x(o.x), y(o.y), z(o.z) {}
  Point &operator=(const Point &o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
};
struct Colour {
  union {
    double r, x;
  };
  double g;
  Colour(double a, double b) : r(a), g(b) {}
  Colour(const Colour &) = default;
  Colour &operator=(const Colour &) = default;
};

[[ad::differentiate(forward, reverse)]]
double by_hand(const Point &p, double k) {
  Point q = p;
  q.rest[1] *= k;
  Point last = q;
  last = p;
  return q.x * q.z + last.y;
}

[[ad::differentiate(forward, reverse)]]
double by_default(const Colour &p, double k) {
  Colour q = p;
  q.x *= k;
  Colour last(k, k);
  last = q;
  return last.r * last.g;
}

// CHECK: // by_hand_forward: tangent of by_hand (anonymous_unions.cpp:35)
// CHECK-NEXT: double by_hand_forward(const Point &p, const Point &p_dot, double k, double k_dot,
// CHECK-NEXT:                        double &by_hand_dot) {
// CHECK-NEXT:   ad::shadow<Point> q_dot_storage;
// CHECK-NEXT:   Point &q_dot = q_dot_storage.value();
// CHECK-NEXT:   q_dot.x = p_dot.x;
// CHECK-NEXT:   ad::shadow<Point> q_storage;
// CHECK-NEXT:   Point &q = q_storage.value();
// CHECK-NEXT:   q.x = p.x;
// CHECK-NEXT:   q_dot.y = p_dot.y;
// CHECK-NEXT:   q.y = p.y;
// CHECK-NEXT:   q_dot.z = p_dot.z;
// CHECK-NEXT:   q.z = p.z;
// CHECK-NEXT:   q_dot.rest[1] = q_dot.rest[1] * k + q.rest[1] * k_dot;
// CHECK-NEXT:   q.rest[1] *= k;
// CHECK-NEXT:   ad::shadow<Point> last_dot_storage;
// CHECK-NEXT:   Point &last_dot = last_dot_storage.value();
// CHECK-NEXT:   last_dot.x = q_dot.x;
// CHECK-NEXT:   ad::shadow<Point> last_storage;
// CHECK-NEXT:   Point &last = last_storage.value();
// CHECK-NEXT:   last.x = q.x;
// CHECK-NEXT:   last_dot.y = q_dot.y;
// CHECK-NEXT:   last.y = q.y;
// CHECK-NEXT:   last_dot.z = q_dot.z;
// CHECK-NEXT:   last.z = q.z;
// CHECK-NEXT:   last_dot.x = p_dot.x;
// CHECK-NEXT:   last.x = p.x;
// CHECK-NEXT:   last_dot.y = p_dot.y;
// CHECK-NEXT:   last.y = p.y;
// CHECK-NEXT:   last_dot.z = p_dot.z;
// CHECK-NEXT:   last.z = p.z;
// CHECK-NEXT:   by_hand_dot = q_dot.x * q.z + q.x * q_dot.z + last_dot.y;
// CHECK-NEXT:   return q.x * q.z + last.y;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // by_hand_reverse: adjoint of by_hand (anonymous_unions.cpp:35)
// CHECK-NEXT: double by_hand_reverse(const Point &p, Point &p_bar, double k, double &k_bar, double by_hand_bar) {
// CHECK-NEXT:   ad::shadow<Point> q_storage;
// CHECK-NEXT:   Point &q = q_storage.value();
// CHECK-NEXT:   q.x = p.x;
// CHECK-NEXT:   q.y = p.y;
// CHECK-NEXT:   q.z = p.z;
// CHECK-NEXT:   const double q_rest_1 = q.rest[1];
// CHECK-NEXT:   q.rest[1] = q_rest_1 * k;
// CHECK-NEXT:   ad::shadow<Point> last_storage;
// CHECK-NEXT:   Point &last = last_storage.value();
// CHECK-NEXT:   last.x = q.x;
// CHECK-NEXT:   last.y = q.y;
// CHECK-NEXT:   last.z = q.z;
// CHECK-NEXT:   last.x = p.x;
// CHECK-NEXT:   last.y = p.y;
// CHECK-NEXT:   last.z = p.z;
// CHECK-NEXT:   ad::shadow<Point> last_bar_storage;
// CHECK-NEXT:   Point &last_bar = last_bar_storage.value();
// CHECK-NEXT:   last_bar.y += by_hand_bar;
// CHECK-NEXT:   p_bar.z += last_bar.z;
// CHECK-NEXT:   last_bar.z = 0;
// CHECK-NEXT:   p_bar.y += last_bar.y;
// CHECK-NEXT:   last_bar.y = 0;
// CHECK-NEXT:   p_bar.x += last_bar.x;
// CHECK-NEXT:   last_bar.x = 0;
// CHECK-NEXT:   ad::shadow<Point> q_bar_storage;
// CHECK-NEXT:   Point &q_bar = q_bar_storage.value();
// CHECK-NEXT:   q_bar.z += q.x * by_hand_bar + last_bar.z;
// CHECK-NEXT:   last_bar.z = 0;
// CHECK-NEXT:   q_bar.y += last_bar.y;
// CHECK-NEXT:   last_bar.y = 0;
// CHECK-NEXT:   q_bar.x += q.z * by_hand_bar + last_bar.x;
// CHECK-NEXT:   last_bar.x = 0;
// CHECK-NEXT:   k_bar += q_rest_1 * q_bar.rest[1];
// CHECK-NEXT:   q_bar.rest[1] *= k;
// CHECK-NEXT:   p_bar.z += q_bar.z;
// CHECK-NEXT:   q_bar.z = 0;
// CHECK-NEXT:   p_bar.y += q_bar.y;
// CHECK-NEXT:   q_bar.y = 0;
// CHECK-NEXT:   p_bar.x += q_bar.x;
// CHECK-NEXT:   q_bar.x = 0;
// CHECK-NEXT:   return q.x * q.z + last.y;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // by_default_forward: tangent of by_default (anonymous_unions.cpp:44)
// CHECK-NEXT: double by_default_forward(const Colour &p, const Colour &p_dot, double k, double k_dot,
// CHECK-NEXT:                           double &by_default_dot) {
// CHECK-NEXT:   Colour q = p;
// CHECK-NEXT:   ad::shadow<Colour> q_dot_storage;
// CHECK-NEXT:   Colour &q_dot = q_dot_storage.value();
// CHECK-NEXT:   q_dot = p_dot;
// CHECK-NEXT:   q_dot.x = q_dot.x * k + q.x * k_dot;
// CHECK-NEXT:   q.x *= k;
// CHECK-NEXT:   ad::shadow<Colour> last_dot_storage;
// CHECK-NEXT:   Colour &last_dot = last_dot_storage.value();
// CHECK-NEXT:   last_dot = q_dot;
// CHECK-NEXT:   ad::shadow<Colour> last_storage;
// CHECK-NEXT:   Colour &last = last_storage.value();
// CHECK-NEXT:   last = q;
// CHECK-NEXT:   by_default_dot = last_dot.r * last.g + last.r * last_dot.g;
// CHECK-NEXT:   return last.r * last.g;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // by_default_reverse: adjoint of by_default (anonymous_unions.cpp:44)
// CHECK-NEXT: double by_default_reverse(const Colour &p, Colour &p_bar, double k, double &k_bar,
// CHECK-NEXT:                           double by_default_bar) {
// CHECK-NEXT:   Colour q = p;
// CHECK-NEXT:   const double q_x = q.x;
// CHECK-NEXT:   q.x = q_x * k;
// CHECK-NEXT:   ad::shadow<Colour> last_storage;
// CHECK-NEXT:   Colour &last = last_storage.value();
// CHECK-NEXT:   last = q;
// CHECK-NEXT:   ad::shadow<Colour> last_bar_storage;
// CHECK-NEXT:   Colour &last_bar = last_bar_storage.value();
// CHECK-NEXT:   last_bar.r += last.g * by_default_bar;
// CHECK-NEXT:   last_bar.g += last.r * by_default_bar;
// CHECK-NEXT:   ad::shadow<Colour> q_bar_storage;
// CHECK-NEXT:   Colour &q_bar = q_bar_storage.value();
// CHECK-NEXT:   q_bar.r += last_bar.r;
// CHECK-NEXT:   last_bar.r = 0;
// CHECK-NEXT:   q_bar.g += last_bar.g;
// CHECK-NEXT:   last_bar.g = 0;
// CHECK-NEXT:   k_bar += last_bar.g + last_bar.r + q_x * q_bar.x;
// CHECK-NEXT:   q_bar.x *= k;
// CHECK-NEXT:   p_bar.r += q_bar.r;
// CHECK-NEXT:   p_bar.g += q_bar.g;
// CHECK-NEXT:   return last.r * last.g;
// CHECK-NEXT: }
