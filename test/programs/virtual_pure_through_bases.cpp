// Virtual methods that only compute, called through references to bases of objects that are known:
// the companion may call them on the object itself, where another class overrides them.
#include "vectors.h"

using V = std::vector<double>;

struct Base {
  double a;
  Base(double p) : a(p) {}
  virtual double area(double) const { return -1.25; }
  virtual int sides() const { return 1; }
};
struct Left : Base {
  Left(double p) : Base(p) {}
  double area(double t) const override { return a * t; }
  int sides() const override { return 3; }
};
struct Last final : Left {
  Last(double p) : Left(0.5 * p) {}
  int sides() const override { return 4; }
};

namespace chosen {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  Left l(v[0]);
  Last k(v[1]);
  const Base &b = l, &c = k;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    const Base &o = i % 2 ? static_cast<const Base &>(l) : k;
    s += b.sides() * v[0] + c.sides() * o.area(v[1]) + o.sides() * b.area(s) + b.Base::sides();
  }
  return s * c.area(0.5);
}
} // namespace chosen

int main() {
  CHECK_CASE(chosen, {0.7, 1.3});
  return finish();
}
