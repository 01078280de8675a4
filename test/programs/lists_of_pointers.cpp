// std::initializer_list of pointers, and of objects that hold pointers.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace pairs {
static double g(const V &y, std::initializer_list<std::pair<double, const V *>> l) {
  double s = 0;
  for (auto &[c, k] : l)
    s += c * (*k)[1] * y[0];
  return s;
}
BOTH double f(const V &v) {
  V a = v;
  return g(v, {{v[0], &a}}) + g(a, {{2.0, &a}, {v[1], &v}});
}
} // namespace pairs

namespace records {
struct W {
  double c;
  const V *k;
};
static double g(std::initializer_list<W> l) {
  double s = 0;
  for (auto &[c, k] : l)
    s += c * (*k)[1];
  return s;
}
BOTH double f(const V &v) {
  V a = v;
  return g({{v[0], &a}, {2.0, &v}});
}
} // namespace records

namespace loops {
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  for (double *p : {&a, &b})
    *p *= 2;
  for (auto *p : std::initializer_list<double *>{&a, &b})
    *p += v[2] * *p;
  double s = 0;
  for (const V &x : {v, V{1, 2}})
    s += x[1] * a;
  return s * b;
}
} // namespace loops

namespace written {
static void upd(std::initializer_list<double *> ps, double k) {
  for (double *p : ps)
    *p = *p * k + std::sin(*p);
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  upd({&a, &b}, v[2]);
  upd({&b}, a);
  return a * b;
}
} // namespace written

namespace hierarchies {
struct B {
  virtual ~B() = default;
  virtual double g(double) const = 0;
};
struct C1 : B {
  double k;
  C1(double k) : k(k) {}
  double g(double x) const override { return k * x; }
};
struct C2 : B {
  double k;
  C2(double k) : k(k) {}
  double g(double x) const override { return k + x; }
};
static double all(std::initializer_list<const B *> l, double x) {
  double s = 0;
  for (auto *b : l)
    s += b->g(x);
  return s;
}
BOTH double f(const V &v) {
  C1 a(v[0]);
  C2 b(v[1]);
  return all({&a, &b, &a}, v[2]);
}
} // namespace hierarchies

namespace constructors {
class Net {
  std::vector<const V *> parts;

public:
  Net(std::initializer_list<const V *> l) : parts(l) {}
  double sum() const {
    double s = 0;
    for (auto *p : parts)
      for (double x : *p)
        s += x * x;
    return s;
  }
};
BOTH double f(const V &v) {
  V a{v[0], v[1]};
  Net n{&a, &v};
  return n.sum();
}
} // namespace constructors

int main() {
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(written);
  CHECK_CASE_TWICE(hierarchies);
  CHECK_CASE_TWICE(constructors);
  return finish();
}
