// Calls that write through pointers in constant objects: what they are given is of use.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#if __cplusplus >= 202002L // spans
using V = std::vector<double>;

namespace {
struct K {
  virtual ~K() = default;
  virtual void run(double z) const = 0;
};
struct B : K {
  double *o;
  B(double *o) : o(o) {}
  void run(double z) const override { o[0] *= z; }
};
} // namespace

namespace recursive {
struct C {
  double *o;
};
void run(const C &c, double z, int d) {
  if (d == 0)
    return;
  c.o[0] *= z;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  double z = v[1] * v[1];
  z += v[0];
  run(C{o.data()}, z, 2);
  return o[0];
}
} // namespace recursive

namespace dispatched {
struct C {
  double *o;
};
struct K {
  virtual ~K() = default;
  virtual void run(const C &c) const = 0;
};
struct B : K {
  double k;
  B(double k) : k(k) {}
  void run(const C &c) const override { c.o[0] *= k; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  std::unique_ptr<K> k = std::make_unique<B>(v[0]);
  k->run(C{o.data()});
  return o[0];
}
} // namespace dispatched

namespace spans {
struct C {
  std::span<double> o;
};
void run(const C &c, const double &z, int d) {
  if (d == 0)
    return;
  c.o[0] *= z;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  double z = v[1] * v[1];
  z += v[0];
  run(C{o}, z, 2);
  return o[0];
}
} // namespace spans

namespace several {
struct C {
  double *o;
  double w;
};
static void run(const C &c, const std::vector<double> &z, int d) {
  if (d == 0)
    return;
  c.o[d] += z[d] * c.w;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v), z{v[1] * v[0], v[2] * v[2], v[3]};
  run(C{o.data(), v[1]}, z, 2);
  return o[1] * o[2];
}
} // namespace several

namespace derived_leads {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  B b(o.data());
  const K &k = b;
  double z = v[1] * v[1];
  z += v[0];
  k.run(z);
  return o[0];
}
} // namespace derived_leads

namespace derived_in_recursion {
static void rec(const K &k, double z, int d) {
  if (d == 0)
    return;
  k.run(z);
  rec(k, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  B b(o.data());
  double z = v[1] * v[1];
  z += v[0];
  rec(b, z, 2);
  return o[0];
}
} // namespace derived_in_recursion

namespace derived_sets {
struct B : K {
  double *o;
  B(double *o) : o(o) {}
  void run(double z) const override { o[0] = z; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double o = 1;
  B b(&o);
  const K &k = b;
  double z = v[1] * v[1];
  z += v[0];
  k.run(z);
  return o;
}
} // namespace derived_sets

namespace const_this_ptr {
struct C {
  double *o;
  void run(double z, int d) const {
    if (d == 0)
      return;
    o[0] += z * o[0];
    run(z, d - 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  C c{o.data()};
  double z = v[1] * v[1];
  z += v[0];
  c.run(z, 2);
  return o[0];
}
} // namespace const_this_ptr

namespace const_ptr_param {
struct C {
  double *o;
};
static void run(const C *c, double z, int d) {
  if (d == 0)
    return;
  c->o[0] += z * c->o[0];
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  C c{o.data()};
  double z = v[1] * v[1];
  z += v[0];
  run(&c, z, 2);
  return o[0];
}
} // namespace const_ptr_param

namespace const_vec_of_ptr {
static void run(const std::vector<double *> &c, double z, int d) {
  if (d == 0)
    return;
  *c[d] += z * *c[0];
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  std::vector<double *> c{&o[0], &o[1], &o[2]};
  double z = v[1] * v[1];
  z += v[0];
  run(c, z, 2);
  return o[0] * o[1] * o[2];
}
} // namespace const_vec_of_ptr

namespace const_map_of_ptr {
static void run(const std::map<int, double *> &c, double z, int d) {
  if (d == 0)
    return;
  *c.at(d) += z * *c.at(0);
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  std::map<int, double *> c{{0, &o[0]}, {1, &o[1]}, {2, &o[2]}};
  double z = v[1] * v[1];
  z += v[0];
  run(c, z, 2);
  return o[0] * o[1] * o[2];
}
} // namespace const_map_of_ptr

namespace const_unique {
struct C {
  std::unique_ptr<double> p;
};
static void run(const C &c, double z, int d) {
  if (d == 0)
    return;
  *c.p += z * *c.p;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c{std::make_unique<double>(v[0])};
  double z = v[1] * v[1];
  z += v[0];
  run(c, z, 2);
  return *c.p;
}
} // namespace const_unique

namespace const_function {
static void run(const std::function<void(double)> &g, double z, int d) {
  if (d == 0)
    return;
  g(z);
  run(g, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0];
  double z = v[1] * v[1];
  z += v[0];
  run([&](double t) { a += t * a; }, z, 2);
  return a;
}
} // namespace const_function

int main() {
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(dispatched);
  CHECK_CASE_TWICE(spans);
  CHECK_CASE_TWICE(several);
  CHECK_CASE_TWICE(derived_leads);
  CHECK_CASE_TWICE(derived_in_recursion);
  CHECK_CASE_TWICE(derived_sets);
  CHECK_CASE_TWICE(const_this_ptr);
  CHECK_CASE_TWICE(const_ptr_param);
  CHECK_CASE_TWICE(const_vec_of_ptr);
  CHECK_CASE_TWICE(const_map_of_ptr);
  CHECK_CASE_TWICE(const_unique);
  CHECK_CASE_TWICE(const_function);
  return finish();
}
#else
int main() { return 0; }
#endif
