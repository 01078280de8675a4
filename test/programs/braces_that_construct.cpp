// Classes with constructors that set their members: braces call the constructor, so that those of
// tangents hold all elements, also where the last ones are zero.
#include "vectors.h"
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Vec3 {
  double x, y, z;
  Vec3() = default;
  Vec3(double a, double b, double c) : x(a), y(b), z(c) {}
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
};
/// Where fewer arguments mean something else.
struct Plane {
  double x = 0, y = 0, z = 0;
  Plane() = default;
  Plane(double a, double b) : x(a), y(b), z(7 * a) {}
  Plane(double a, double b, double c) : x(a), y(b), z(c) {}
};
struct Held {
  Vec3 at;
  double weight;
};

namespace three {
AD_MODES double f(const V &x) {
  Vec3 v;
  v = Vec3(x[0], x[1], 1.0);
  Vec3 w(x[0], 2.0, 3.0);
  const Vec3 none(1, 2, 3);
  v = v * none.y;
  w = Vec3(x[1] * w.x, 0, 0);
  return v.x * v.z + w.x * w.x + v.y * none.z;
}
} // namespace three

namespace several_constructors {
AD_MODES double f(const V &x) {
  Plane p;
  p = Plane(x[0], x[1], 1.0);
  Plane q(x[0], x[0] * x[1], 3.0), r(x[1], 2.0);
  return p.x * p.z + q.x * q.z * p.y + r.z * r.x;
}
} // namespace several_constructors

namespace inside_of_others {
AD_MODES double f(const V &x) {
  Held a{Vec3(x[0], 1, 2), 3};
  a = {Vec3(x[0], x[1], 2), 1};
  const Held both[2] = {{Vec3(x[0], 1, 2), x[1]}, {Vec3(1, x[0], 2), 3}};
  std::vector<Vec3> path;
  for (int i = 0; i < 3; ++i)
    path.push_back(Vec3(x[1] * i, x[0], 0));
  return a.at.x * a.at.z * both[0].at.x * both[0].weight + both[1].at.y * path[2].x + path[1].y;
}
} // namespace inside_of_others

int main() {
  CHECK_CASE(three, {0.5, -0.7});
  CHECK_CASE(several_constructors, {0.5, -0.7});
  CHECK_CASE(inside_of_others, {0.5, -0.7});
  return finish();
}
