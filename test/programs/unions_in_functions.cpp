// Unions that a function declares for itself: with a name, without, in its own classes.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace named {
AD_MODES double f(const V &x) {
  union Both {
    double one;
    double two[2];
  };
  Both u;
  u.two[0] = x[0];
  u.two[1] = x[1];
  u.one *= u.two[1];
  Both v = u;
  v.two[1] *= v.one;
  return u.two[0] * x[2] + v.one * v.two[1] + v.two[0];
}
} // namespace named

namespace anonymous {
AD_MODES double f(const V &x) {
  union {
    double one;
    double two[2];
  };
  two[0] = x[0];
  two[1] = x[1];
  one = one * two[1];
  return one * two[0] + x[2];
}
} // namespace anonymous

namespace without_name {
AD_MODES double f(const V &x) {
  union {
    double one;
    double two[2];
  } u, v;
  u.two[0] = x[0];
  u.two[1] = x[1];
  v = u;
  v.one *= u.two[1];
  u.one *= v.two[0];
  auto scaled = [&](double k) {
    u.one *= k;
    return u.two[0] * v.one;
  };
  return scaled(x[2]) * u.one + v.two[0] * v.two[1];
}
} // namespace without_name

namespace member {
AD_MODES double f(const V &x) {
  struct Point {
    union {
      struct {
        double x, y, z;
      };
      double at[3];
    };
    double weight;
  };
  Point p;
  p.x = x[0];
  p.y = x[1];
  p.z = x[2];
  p.weight = 1;
  for (int k = 0; k < 3; ++k) {
    p.weight += p.at[k] * x[k];
    p.at[k] *= p.at[(k + 1) % 3];
    p.x += p.z * p.at[k];
  }
  Point q = p;
  q.at[1] *= p.x;
  return p.weight * q.y + p.at[0] * q.z;
}
} // namespace member

int main() {
  CHECK_CASE(named, {0.5, 0.3, -0.2});
  CHECK_CASE(anonymous, {0.5, 0.3, -0.2});
  CHECK_CASE(without_name, {0.5, 0.3, -0.2});
  CHECK_CASE(member, {0.5, 0.3, -0.2});
  return finish();
}
