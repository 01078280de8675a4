// Members that start as something made of other members.
#include "vectors.h"

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct T {
  double a = 0.3;
  double b = a * 2;
};
struct N {
  int n = 3;
  V w = V(n, 1.0);
};
struct S {
  double base, scale = 2, r = base * scale;
};
BOTH double doubled(const V &v) {
  T t;
  t.a = v[0];
  T u{v[1]};
  return t.a * t.b + u.b * u.a;
}
BOTH double sized(const V &v) {
  N t;
  t.w[1] = v[0];
  return t.w[1] * t.w[2];
}
BOTH double product(const V &v) {
  S t{v[0]};
  S u{v[0], v[1]};
  return t.r * u.r;
}

// Other objects of the same class, and of others, in an initialiser.
struct Sum {
  double a = 1, b = 2, c = a * b;
  double all() const { return a + b + c; }
};
static Sum made(double x) {
  Sum s;
  s.a = x;
  return s;
}
struct Nested {
  double a = 3, b = 0.5 * a, c = made(b).all(), d = a + c;
};
BOTH double nested(const V &v) {
  Nested q{v[0]};
  Nested z{v[0], v[1], made(v[2]).all()};
  Sum s{v[3]};
  return q.d * q.c + z.d + s.c;
}
struct Own {
  double a = 2;
  double b = other().a * a;
  static Own made(double x) {
    Own r{x, 1};
    return r;
  }
  static Own other() { return made(5); }
};
BOTH double of_its_own_class(const V &v) {
  Own r{v[0]};
  return r.b * v[1];
}
struct Base {
  double t = 2;
};
struct Derived : Base {
  double a = 1, b = a * 3;
};
BOTH double with_a_base(const V &v) {
  Derived d{{v[0]}, v[1]};
  Derived e;
  e.t = v[2];
  return d.t * d.b * e.b * e.t;
}

int main() {
  CHECK_TWICE(nested);
  CHECK_TWICE(of_its_own_class);
  CHECK_TWICE(with_a_base);
  CHECK_TWICE(doubled);
  CHECK_TWICE(sized);
  CHECK_TWICE(product);
  return finish();
}
