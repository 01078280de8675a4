// What references in objects are bound to: one of two objects, a member of their own, elements,
// what a loop declares; arrays and copies of such objects.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct B {
  virtual ~B() {}
  virtual double g(double) const = 0;
};
} // namespace

namespace chosen {
struct A : B {
  const V &w;
  A(const V &w) : w(w) {}
  double g(double x) const override { return w[0] * x + w[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w{v[2] * 2, v[3]};
  A a(v[0] > 1 ? v : w);
  A b(v[0] > 1 ? w : v);
  const B &x = a, &y = b;
  return x.g(v[1]) * y.g(v[0]);
}
} // namespace chosen

namespace self {
struct B {
  virtual ~B() {}
  virtual double g() = 0;
};
struct S : B {
  double a;
  double &r;
  S(double x) : a(x), r(a) {}
  double g() override {
    r *= 2;
    return a * r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s(v[0]);
  B &b = s;
  double x = b.g();
  x += b.g() * v[1];
  s.r += v[2];
  return x + s.a * v[3];
}
} // namespace self

namespace arrays_of_such {
struct A : B {
  const double &w;
  A(const double &w) : w(w) {}
  double g(double x) const override { return w * x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A as[3] = {A(v[0]), A(v[1]), A(v[2])};
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    const B &b = as[i];
    s *= b.g(v[3]) + i;
  }
  return s;
}
} // namespace arrays_of_such

namespace loop_made {
struct B {
  virtual ~B() {}
  virtual double g(double) = 0;
};
struct A : B {
  double &acc;
  const double &w;
  A(double &acc, const double &w) : acc(acc), w(w) {}
  double g(double x) override {
    acc = acc * 0.5 + w * x;
    return acc * acc;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double acc = v[3], s = 0;
  for (int i = 0; i < 3; ++i) {
    double t = v[i] * v[i + 1];
    A a(acc, t);
    B &b = a;
    s += b.g(v[i]);
    t *= 2;
    s += b.g(1.5);
  }
  return s * acc;
}
} // namespace loop_made

namespace composed {
template <class T> class Fn {
public:
  virtual ~Fn() = default;
  virtual T operator()(T x) const = 0;
};
template <class T> class Comp : public Fn<T> {
  const Fn<T> &f_;
  const Fn<T> &g_;

public:
  Comp(const Fn<T> &f, const Fn<T> &g) : f_(f), g_(g) {}
  T operator()(T x) const override { return f_(g_(x)); }
};
template <class T> class Lin : public Fn<T> {
  const T &a_;
  T b_;

public:
  Lin(const T &a, T b) : a_(a), b_(b) {}
  T operator()(T x) const override { return a_ * x + b_; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Lin<double> l(v[0], v[1]), m(v[2], v[3]);
  Comp<double> c(l, m), d(c, l);
  const Fn<double> &e = d;
  return e(v[1]) * c(v[0]);
}
} // namespace composed

namespace copied_vectors {
struct Ref {
  const double &x;
  double k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  std::vector<Ref> r{{a, v[2]}, {b, v[3]}};
  std::vector<Ref> s = r;
  s.push_back(r[0]);
  for (auto &e : s)
    e.k *= 2;
  a *= v[1];
  double t = 0;
  for (auto &e : s)
    t += e.x * e.k;
  for (auto &e : r)
    t += e.x * e.k * e.k;
  return t;
}
} // namespace copied_vectors

int main() {
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(self);
  CHECK_CASE_TWICE(arrays_of_such);
  CHECK_CASE_TWICE(loop_made);
  CHECK_CASE_TWICE(composed);
  CHECK_CASE_TWICE(copied_vectors);
  return finish();
}
