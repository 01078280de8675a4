// Ray-sphere intersection with a small vector class; a miss returns early.
#include "harness.h"

struct Vec3 {
  double x, y, z;
};
inline Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct Sphere {
  Vec3 centre;
  double radius;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Vec3 &origin, const Vec3 &direction, const Sphere &s) {
  const Vec3 o = origin - s.centre;
  const double a = dot(direction, direction), b = 2 * dot(o, direction);
  const double c = dot(o, o) - s.radius * s.radius;
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0)
    return -1;
  const double root = std::sqrt(discriminant);
  const double near = (-b - root) / (2 * a);
  return near > 0 ? near : (-b + root) / (2 * a);
}

int main() {
  auto vec = [](In x) { return Vec3{x[0], x[1], x[2]}; };
  auto sphere = [&](In x) { return Sphere{vec(x + 6), x[9]}; };
  for (double radius : {0.1, 0.9, 4.0})
    check(
        {0.1, 0.2, -3., 0.05, 0.1, 1., 0.2, 0.3, 0.5, radius}, 1,
        [&](In x, Out y) { y[0] = f(vec(x), vec(x + 3), sphere(x)); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f_forward(vec(x), vec(x_dot), vec(x + 3), vec(x_dot + 3), sphere(x), sphere(x_dot),
                           y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          Vec3 o = vec(x_bar), d = vec(x_bar + 3);
          Sphere s = sphere(x_bar);
          y[0] = f_reverse(vec(x), o, vec(x + 3), d, sphere(x), s, y_bar[0]);
          const double back[10] = {o.x, o.y,        o.z,        d.x,        d.y,
                                   d.z, s.centre.x, s.centre.y, s.centre.z, s.radius};
          copy(back, x_bar, 10);
        }));
  return finish();
}
