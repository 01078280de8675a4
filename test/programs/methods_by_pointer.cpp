// Pointers to methods where it is known which one they lead to: the call is that of the method,
// which may be virtual, of a base, or return a reference.
#include "vectors.h"
#include <array>
#include <functional>
#include <vector>

using V = std::vector<double>;

struct Pair {
  double a, b;
  double &first() { return a; }
  const double &second() const { return b; }
  double sum(double y) const { return a * b + y; }
  void scale(double y) { a *= y; }
};
struct Triple : Pair {
  double c;
};
struct Base {
  double k = 2;
  virtual double at(double x) const { return k * x; }
  virtual ~Base() = default;
};
struct Derived : Base {
  double at(double x) const override { return k * x * x; }
};

template <class P> double use(const Pair &s, P p, double y) { return (s.*p)(y); }
template <class P> void change(Pair &s, P p, double y) { (s.*p)() *= y; }
double at(const Base &b, double x) { return (b.*(&Base::at))(x); }

namespace references {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Pair s{v[0], v[1]};
  change(s, &Pair::first, v[2]);
  return s.a * s.b + (s.*&Pair::second)() * v[3];
}
} // namespace references

namespace through_arrows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Pair s{v[0], v[1]};
  Pair *q = &s;
  (q->*(&Pair::scale))(v[2]);
  return use(s, &Pair::sum, v[2]) + (q->*&Pair::sum)(v[3] * s.a);
}
} // namespace through_arrows

namespace virtual_methods {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Derived d;
  d.k = v[0];
  Base b;
  b.k = v[1];
  return at(d, v[2]) * at(b, v[3]);
}
} // namespace virtual_methods

namespace of_bases {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Triple s;
  s.a = v[0];
  s.b = v[1];
  s.c = v[2];
  std::invoke(&Triple::scale, s, v[0]);
  const auto sum = std::mem_fn(&Pair::sum);
  return (s.*(&Pair::sum))(v[3]) * s.c + sum(s, v[1]);
}
} // namespace of_bases

namespace bound {
struct Sized {
  bool done = false;
  template <class F, class S> bool adjust(const S &x, F g) {
    if (!done) {
      done = true;
      return g(x);
    }
    return false;
  }
};
template <class S> struct Stepper {
  Sized r;
  S tmp;
  template <class T> bool resize(const T &x) { return tmp.size() != x.size(); }
  void step(S &x, double dt) {
    r.adjust(x, std::bind(&Stepper::template resize<S>, std::ref(*this), std::placeholders::_1));
    for (size_t i = 0; i < x.size(); ++i) {
      tmp[i] = x[i] * x[(i + 1) % x.size()];
    }
    for (size_t i = 0; i < x.size(); ++i)
      x[i] += dt * tmp[i];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Stepper<std::array<double, 3>> s;
  std::array<double, 3> x{v[0], v[1], v[2]};
  s.step(x, 0.1);
  s.step(x, v[3]);
  return x[0] * x[1] + x[2];
}
} // namespace bound

int main() {
  CHECK_CASE_TWICE(references);
  CHECK_CASE_TWICE(through_arrows);
  CHECK_CASE_TWICE(virtual_methods);
  CHECK_CASE_TWICE(of_bases);
  CHECK_CASE_TWICE(bound);
  return finish();
}
