// Classes whose members are const: optionals, variants, vectors, arrays, records of them.
// Derivatives are storage, whose parts are set after it was made.
#include "vectors.h"
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

using V = std::vector<double>;

namespace const_optional_member {
struct Q {
  const std::optional<double> d;
  double s() const { return d.value_or(2) * 3; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{v[0]};
  return q.s();
}
} // namespace const_optional_member

namespace const_optional_member_class {
class Clip {
  const std::optional<double> lo_, hi_;

public:
  Clip(std::optional<double> lo, std::optional<double> hi) : lo_(lo), hi_(hi) {}
  double operator()(double x) const {
    if (lo_ && x < *lo_)
      return *lo_;
    if (hi_ && x > *hi_)
      return *hi_;
    return x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Clip q(v[0], std::nullopt);
  return q(.3) * v[1];
}
} // namespace const_optional_member_class

namespace const_vector_of_optional {
struct Q {
  const std::vector<std::optional<double>> d;
  double s() const {
    double t = 0;
    for (auto &e : d)
      if (e)
        t += *e * *e;
    return t;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{{v[0], std::nullopt, v[1]}};
  return q.s();
}
} // namespace const_vector_of_optional

namespace const_variant_member {
struct Q {
  const std::variant<int, double> d;
  double s() const {
    return std::visit([](auto x) { return 2. * x * x; }, d);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{v[0]};
  return q.s();
}
} // namespace const_variant_member

namespace const_member_holding_optional {
struct Lim {
  std::optional<double> o;
};
struct A {
  const Lim i;
  double s() const { return i.o.value_or(0) * *i.o; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a{{v[0]}};
  return a.s();
}
} // namespace const_member_holding_optional

namespace const_optional_of_pair {
struct A {
  const std::optional<std::pair<double, double>> o;
  double s() const { return o ? o->first * o->second : 0; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a{std::pair{v[0], v[1]}};
  return a.s() * v[2];
}
} // namespace const_optional_of_pair

namespace const_vector_member_data {
struct Poly {
  const std::vector<double> c;
  double at() const {
    const double *q = c.data();
    return q[0] * q[1];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly p{v};
  return p.at();
}
} // namespace const_vector_member_data

namespace const_vector_member_algorithm {
struct Poly {
  const std::vector<double> c;
  double at() const { return std::accumulate(c.begin(), c.end(), 0.) * v0(); }
  double v0() const { return c[0]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly p{v};
  return p.at();
}
} // namespace const_vector_member_algorithm

namespace const_array_member_pointer {
struct Poly {
  const double c[2];
  double at() const {
    double r = 0;
    for (const double *q = c; q != c + 2; ++q)
      r = r * .3 + *q;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly p{{v[0], v[1]}};
  return p.at();
}
} // namespace const_array_member_pointer

namespace const_vector_of_records {
struct P {
  double x, y;
};
struct Mesh {
  const std::vector<P> ps;
  double a() const {
    double s = 0;
    for (auto it = ps.begin(); it != ps.end(); ++it)
      s += it->x * it->y;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Mesh m{{{v[0], v[1]}, {v[2], v[3]}}};
  return m.a();
}
} // namespace const_vector_of_records

namespace const_vector_member_iterator {
struct Poly {
  const std::vector<double> c;
  double at(double x) const {
    double r = 0;
    for (auto it = c.rbegin(); it != c.rend(); ++it)
      r = r * x + *it;
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly p{v};
  return p.at(.3);
}
} // namespace const_vector_member_iterator

namespace const_rec {
struct Inn {
  double a;
  V w;
};
struct Q {
  const Inn in;
  const std::array<double, 2> z;
  const std::vector<Inn> vs;
  const double t;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{{v[0], v}, {v[1], v[2]}, {{v[3], {v[0]}}}, v[1] * v[2]};
  double s = 0;
  for (auto &i : q.vs)
    s += i.a * i.w[0];
  const double *p = &q.t;
  return s * q.in.a * q.in.w[2] * q.z[1] * *p + std::accumulate(q.in.w.begin(), q.in.w.end(), 0.0);
}
} // namespace const_rec

namespace const_opt_rec {
struct Inn {
  double a, b;
};
struct Q {
  const std::optional<Inn> o;
  const std::variant<int, double, Inn> z;
  Q(double x) : o(Inn{x, x * x}), z(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q(v[0] * v[1]);
  double s = 1;
  if (q.o)
    s = q.o->a * q.o->b;
  if (auto *p = std::get_if<double>(&q.z))
    s *= *p;
  return s;
}
} // namespace const_opt_rec

namespace const_uptr {
struct Q {
  const std::unique_ptr<double> o;
  const double k;
  Q(double x) : o(std::make_unique<double>(x)), k(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q(v[0] * v[1]);
  *q.o *= v[2];
  return *q.o * q.k;
}
} // namespace const_uptr

namespace const_map {
struct Q {
  const std::map<int, double> m;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{{{1, v[0]}, {2, v[1] * v[0]}}};
  double s = 0;
  for (auto &[k, x] : q.m)
    s += k * x * x;
  return s * q.m.at(2);
}
} // namespace const_map

namespace const_ctor_virtual {
struct B {
  const V w;
  const double k;
  B(V x, double y) : w(std::move(x)), k(y) {}
  virtual ~B() = default;
  virtual double g() const { return w[0] * k; }
};
struct C : B {
  const double z;
  C(const V &v) : B(v, v[1]), z(v[2]) {}
  double g() const override { return B::g() * z + w[3]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c(v);
  const B &b = c;
  std::unique_ptr<B> p = std::make_unique<C>(v);
  return b.g() * p->g();
}
} // namespace const_ctor_virtual

namespace const_lambda {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const V w = v;
  const double k = v[0];
  auto g = [w, k](double x) {
    const double *p = w.data();
    return p[1] * x * k + std::accumulate(w.begin(), w.end(), 0.);
  };
  return g(v[2]) * g(v[3]);
}
} // namespace const_lambda

namespace const_deque {
struct Q {
  const std::deque<double> w;
  const std::valarray<double> z;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q q{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (auto it = q.w.begin(); it != q.w.end(); ++it)
    s += *it * *it;
  return s * q.z[1];
}
} // namespace const_deque

int main() {
  CHECK_CASE_TWICE(const_optional_member);
  CHECK_CASE_TWICE(const_optional_member_class);
  CHECK_CASE_TWICE(const_vector_of_optional);
  CHECK_CASE_TWICE(const_variant_member);
  CHECK_CASE_TWICE(const_member_holding_optional);
  CHECK_CASE_TWICE(const_optional_of_pair);
  CHECK_CASE_TWICE(const_vector_member_data);
  CHECK_CASE_TWICE(const_vector_member_algorithm);
  CHECK_CASE_TWICE(const_array_member_pointer);
  CHECK_CASE_TWICE(const_vector_of_records);
  CHECK_CASE_TWICE(const_vector_member_iterator);
  CHECK_CASE_TWICE(const_rec);
  CHECK_CASE_TWICE(const_opt_rec);
  CHECK_CASE_TWICE(const_uptr);
  CHECK_CASE_TWICE(const_map);
  CHECK_CASE_TWICE(const_ctor_virtual);
  CHECK_CASE_TWICE(const_lambda);
  CHECK_CASE_TWICE(const_deque);
  return finish();
}
