// Overloaded operators on a small vector class, free and as members.
#include "harness.h"

struct Vec3 {
  double x, y, z;
  Vec3 &operator+=(const Vec3 &o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
  Vec3 operator-() const { return {-x, -y, -z}; }
  double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  double operator()(double t) const { return x + t * (y + t * z); }
};
Vec3 operator+(Vec3 a, const Vec3 &b) { return a += b; }
Vec3 operator*(double s, const Vec3 &v) { return {s * v.x, s * v.y, s * v.z}; }
double operator*(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Vec3 &a, const Vec3 &b, double t) {
  Vec3 c = a + t * b;
  c += -a + b;
  c[1] *= c[0];
  c[2] = t;
  return (c * c) * c(t) + (a + b) * c;
}

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9, 0.1, -0.6, 0.8}, 1,
      [](In x, Out y) { y[0] = f({x[0], x[1], x[2]}, {x[3], x[4], x[5]}, x[6]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward({x[0], x[1], x[2]}, {x_dot[0], x_dot[1], x_dot[2]}, {x[3], x[4], x[5]},
                         {x_dot[3], x_dot[4], x_dot[5]}, x[6], x_dot[6], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Vec3 a_bar{x_bar[0], x_bar[1], x_bar[2]}, b_bar{x_bar[3], x_bar[4], x_bar[5]};
        y[0] = f_reverse({x[0], x[1], x[2]}, a_bar, {x[3], x[4], x[5]}, b_bar, x[6], x_bar[6],
                         y_bar[0]);
        const double back[6] = {a_bar.x, a_bar.y, a_bar.z, b_bar.x, b_bar.y, b_bar.z};
        copy(back, x_bar, 6);
      }));
  return finish();
}
