// Vectors whose members are reached by `(&x)[i]`: where companions write it out in place, Clang
// must not take it for x alone.
#include "vectors.h"
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Vec3 {
  double x = 0, y = 0, z = 0;
  double &operator[](int i) { return (&x)[i]; }
  const double &operator[](int i) const { return *(&x + i); }
};

static double square(const Vec3 &p) { return p.x * p.x + 2 * p.y * p.y + p.z * p.y; }

namespace written {
BOTH double f(const V &v) {
  Vec3 g;
  for (int k = 0; k < 3; ++k)
    g[k] = v[k];
  return g.x * 2 + g.y * g.z;
}
} // namespace written

namespace bumped {
BOTH double f(const V &v) {
  Vec3 p{v[0], v[1], v[2]}, g;
  for (int k = 0; k < 3; ++k) {
    Vec3 a = p;
    a[k] += 0.01;
    g.y += square(a) * (k + 1);
  }
  return g.y;
}
} // namespace bumped

namespace read {
BOTH double f(const V &v) {
  const Vec3 p{v[0], v[1], v[2]};
  double s = 0;
  for (int k = 0; k < 3; ++k)
    s += p[k] * p[k] * v[k];
  return s + square(p);
}
} // namespace read

namespace scaled {
BOTH double f(const V &v) {
  Vec3 p{v[0], v[1], v[2]};
  double t = 0;
  for (int k = 0; k < 3; ++k) {
    p[k] *= v[3];
    t += p.x * p.y - p.z;
  }
  return t;
}
} // namespace scaled

int main() {
  CHECK_CASE_TWICE(written);
  CHECK_CASE_TWICE(bumped);
  CHECK_CASE_TWICE(read);
  CHECK_CASE_TWICE(scaled);
  return finish();
}
