// Objects assigned what is made of them, by an operator that is defaulted; temporaries that a
// callee is given by reference, and that it does not change with what they were read from.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Pair {
  double x, y;
  Pair &operator=(const Pair &) = default;
};
BOTH double exchanged(const V &v) {
  Pair p{v[0], v[1]};
  p = Pair{p.y, p.x * v[2]};
  return p.x + 2 * p.y * v[3];
}

struct Number {
  double re, im;
  Number(double r, double i) : re(r), im(i) {}
  Number(const Number &) = default;
  Number(Number &&) = default;
  Number &operator=(const Number &) = default;
  Number &operator=(Number &&) = default;
};
static Number operator*(const Number &a, const Number &b) {
  return Number(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}
BOTH double squared(const V &v) {
  Number z(v[0], v[1]);
  for (int i = 0; i < 3; ++i)
    z = z * z;
  return z.re + v[2] * z.im;
}

struct Vec {
  double x, y;
  double getx() const { return x; }
  void scale(const double &k) {
    x /= k;
    y /= k;
  }
};
BOTH double scaled(const V &v) {
  Vec a{v[0], v[1]};
  a.scale(a.getx());
  return a.x * v[2] + 2 * a.y;
}

static void twice(double &s, const double &d) {
  s += d * d;
  s += d * s;
}
BOTH double cast(const V &v) {
  double s = v[0];
  twice(s, double(s));
  twice(s, +s);
  return s * v[1];
}

int main() {
  CHECK_VECTOR(exchanged, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(squared, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(scaled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(cast, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
