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

int main() {
  CHECK_TWICE(doubled);
  CHECK_TWICE(sized);
  CHECK_TWICE(product);
  return finish();
}
