// Members of reference type, of objects that the function makes.
#include "scalars.h"
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace ref_member {
struct Params {
  double a, b;
};
struct Model {
  const Params &p;
  double scale;
  double operator()(double t) const { return scale * (p.a * t + p.b * t * t); }
};
FUNCTION {
  Params p{x, y};
  Model m{p, x};
  return m(y) + m(2.0);
}
} // namespace ref_member

namespace ref_member_ctor {
class View {
  std::vector<double> &v_;
  int off_;

public:
  View(std::vector<double> &v, int off) : v_(v), off_(off) {}
  double &operator[](int i) { return v_[off_ + i]; }
  int size() const { return (int)v_.size() - off_; }
};
FUNCTION {
  std::vector<double> v{x, y, x * y, 1};
  View w(v, 1);
  for (int i = 0; i < w.size(); ++i)
    w[i] *= x;
  return w[0] + w[1] * w[2] + v[0];
}
} // namespace ref_member_ctor

namespace ref_member_vector_elem {
struct P {
  double &r;
  double k;
};
FUNCTION {
  double a = x, b = y;
  P p{a, y};
  p.r *= p.k;
  P q{b, x};
  q.r += p.r;
  return a * b;
}
} // namespace ref_member_vector_elem

namespace ref_param {
struct Model {
  const std::vector<double> &data;
  double k;
};
static double eval(const Model &m) {
  double s = 0;
  for (double d : m.data)
    s += d * d * m.k;
  return s;
}
FUNCTION {
  std::vector<double> d{x, y};
  return eval(Model{d, x});
}
} // namespace ref_param

namespace nested_returns {
struct Search {
  const std::vector<double> &v;
  double find(double at) const {
    for (std::size_t i = 0; i < v.size(); ++i) {
      switch (i % 2) {
      case 0:
        if (v[i] > at)
          return v[i] * at;
        break;
      default:
        for (int j = 0; j < 2; ++j)
          if (v[i] * j > at)
            return v[i] - at;
      }
      if (v[i] < -5)
        return 0;
    }
    if (at > 10) {
      return at;
    }
    return at * at;
  }
};
FUNCTION {
  std::vector<double> v{x, y * y, x * y, 3};
  Search s{v};
  return s.find(0.5) + s.find(2.0) + s.find(9.0) * s.find(1.0);
}
} // namespace nested_returns

namespace copied {
struct M {
  double &r;
  double k;
  std::function<double(double)> g;
  double operator()(double t) {
    r += t;
    return k * g(r);
  }
};
FUNCTION {
  double a = x;
  M m{a, y, [=](double t) { return t * x; }};
  M n = m;
  n.k = 2;
  double s = m(y) + n(x);
  a *= 2;
  M q = std::move(n);
  return s + q(1) * a;
}
} // namespace copied

namespace in_loop {
struct M {
  const double &r;
  double k;
  double at(double t) const { return r * k * t; }
};
FUNCTION {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    double a = x * i;
    M m{a, y};
    s += m.at(s + 1);
    a += 1;
    s += m.at(x);
  }
  return s;
}
} // namespace in_loop

namespace ref_to_element {
struct R {
  double &r;
  void add(double t) { r += t * t; }
};
FUNCTION {
  std::vector<double> v{x, y, 1};
  for (int i = 0; i < 3; ++i) {
    R r{v[i]};
    r.add(x);
    if (i)
      r.r *= v[i - 1];
  }
  return v[0] * v[1] + v[2];
}
} // namespace ref_to_element

namespace ref_vector_grown {
struct R {
  std::vector<double> &v;
  void add(double t) { v.push_back(t * v.back()); }
};
FUNCTION {
  std::vector<double> v{x};
  R r{v};
  for (int i = 0; i < 4; ++i)
    r.add(y + i);
  return v[4] + v[2] * r.v.size();
}
} // namespace ref_vector_grown

namespace ref_member_of_ref {
struct A {
  double &v;
};
struct B {
  A &a;
  double k;
  double get() {
    a.v *= k;
    return a.v;
  }
};
FUNCTION {
  double t = x;
  A a{t};
  B b{a, y};
  const double first = b.get(), then = t;
  return first + then * b.get();
}
} // namespace ref_member_of_ref

namespace context_reference {
struct Params {
  double k, c;
  std::vector<double> load;
};
class Element {
  const Params &p_;
  int id_;

public:
  Element(const Params &p, int id) : p_(p), id_(id) {}
  double stiffness(double u) const { return p_.k * (1 + p_.c * u * u); }
  double residual(double u) const { return stiffness(u) * u - p_.load[id_]; }
};
FUNCTION {
  Params p{2 + x, y, {x, y, 1}};
  double s = 0;
  for (int e = 0; e < 3; ++e) {
    Element el(p, e);
    double u = 0.3;
    for (int i = 0; i < 5; ++i)
      u -= el.residual(u) / (el.stiffness(u) + 2 * p.k * p.c * u * u);
    s += u * u;
  }
  return s;
}
} // namespace context_reference

int main() {
  CHECK_SCALARS(ref_member::f, {0.7, 1.3});
  CHECK_SCALARS(ref_member::f, {1.4, -0.6});
  CHECK_SCALARS(ref_member_ctor::f, {0.7, 1.3});
  CHECK_SCALARS(ref_member_ctor::f, {1.4, -0.6});
  CHECK_SCALARS(ref_member_vector_elem::f, {0.7, 1.3});
  CHECK_SCALARS(ref_member_vector_elem::f, {1.4, -0.6});
  CHECK_SCALARS(ref_param::f, {0.7, 1.3});
  CHECK_SCALARS(ref_param::f, {1.4, -0.6});
  CHECK_SCALARS(nested_returns::f, {0.7, 1.3});
  CHECK_SCALARS(nested_returns::f, {1.4, -0.6});
  CHECK_SCALARS(copied::f, {0.7, 1.3});
  CHECK_SCALARS(copied::f, {1.4, -0.6});
  CHECK_SCALARS(in_loop::f, {0.7, 1.3});
  CHECK_SCALARS(in_loop::f, {1.4, -0.6});
  CHECK_SCALARS(ref_to_element::f, {0.7, 1.3});
  CHECK_SCALARS(ref_to_element::f, {1.4, -0.6});
  CHECK_SCALARS(ref_vector_grown::f, {0.7, 1.3});
  CHECK_SCALARS(ref_vector_grown::f, {1.4, -0.6});
  CHECK_SCALARS(ref_member_of_ref::f, {0.7, 1.3});
  CHECK_SCALARS(ref_member_of_ref::f, {1.4, -0.6});
  CHECK_SCALARS(context_reference::f, {0.7, 1.3});
  CHECK_SCALARS(context_reference::f, {1.4, -0.6});
  return finish();
}
