// dynamic_cast to a class that a local object, whose class is known, is not.
#include "vectors.h"

namespace cast {
struct Base {
  double a;
  virtual double area(double t) const { return a * t; }
};
struct Left : Base {
  double c;
};
struct Right : Base {
  double e;
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Left x;
  x.a = v[0];
  x.c = v[0] * v[1];
  double s = x.a * x.c;
  if (auto *p = dynamic_cast<Right *>(static_cast<Base *>(&x)))
    s += std::sin(p->e);
  if (auto *p = dynamic_cast<Left *>(static_cast<Base *>(&x)))
    s += std::sin(p->c);
  return s;
}
} // namespace cast

int main() {
  CHECK_CASE(cast, {0.7, 1.3});
  return finish();
}
