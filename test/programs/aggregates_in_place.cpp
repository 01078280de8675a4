// Aggregates whose members start as what leads to them, and arrays made of other members
#include "vectors.h"
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace pointer_to_member {
struct Series {
  double k;
  double *p = &k;
};
BOTH double f(const V &v) {
  Series a{v[0] * v[1]};
  a.k = 3 * v[0];
  double s = *a.p;
  *a.p = v[2] * v[2];
  return s * a.k;
}
} // namespace pointer_to_member

namespace vector_data {
struct Data {
  std::vector<double> v;
  double *p = v.data();
};
BOTH double f(const V &v) {
  Data d{{v[0], 2 * v[1]}};
  d.v[1] = v[1] * v[2];
  d.p[0] = v[3] * v[0];
  return d.p[1] * d.v[0];
}
} // namespace vector_data

namespace in_loop {
struct Series {
  double k;
  double *p = &k;
  double m = 2;
};
BOTH double f(const V &v) {
  double s = 0;
  for (double x : v) {
    Series a{x * x};
    a.k *= x;
    *a.p += 1;
    s += *a.p * a.k * a.m;
  }
  return s;
}
} // namespace in_loop

namespace nested {
struct Inner {
  double k;
  double *p = &k;
};
struct Outer {
  Inner i;
  double z;
};
BOTH double f(const V &v) {
  Outer o{{v[0] * v[1]}, v[2]};
  *o.i.p *= v[3];
  return o.i.k * o.z;
}
} // namespace nested

namespace all_default {
struct Own {
  double k = 2;
  double w[2] = {3 * k, 1};
  double *p = w;
};
BOTH double f(const V &v) {
  Own o;
  o.p[1] = v[0] * v[1];
  o.k = v[2];
  return o.w[1] * o.k * o.w[0];
}
} // namespace all_default

namespace array_of_others {
struct Rule {
  double k;
  double w[2] = {2 * k, 1};
  double t = w[0] + k;
};
BOTH double f(const V &v) {
  Rule r{v[0] * v[1]};
  r.w[1] *= v[2];
  return r.w[0] * r.w[1] * r.t;
}
} // namespace array_of_others

namespace array_by_value {
struct Rule {
  double k;
  double w[2] = {2 * k, 1};
  double t = w[0] + k;
};
static double use(Rule r) {
  r.k *= 2;
  return r.w[0] * r.t * r.k;
}
static Rule make(double x) { return {x * x}; }
BOTH double f(const V &v) {
  std::vector<Rule> all;
  all.push_back(Rule{v[3]});
  return use(Rule{v[0] * v[1]}) + use(make(v[2])) * all[0].w[0];
}
} // namespace array_by_value

namespace temporary {
struct Series {
  double k;
  double *p = &k;
};
static double use(const Series &s) { return *s.p * s.k; }
BOTH double f(const V &v) { return use(Series{v[0] * v[1]}) * v[2]; }
} // namespace temporary

namespace calls_method {
struct Area {
  double a, b;
  double r = area();
  double area() const { return a * b; }
};
BOTH double f(const V &v) {
  Area x{v[0], v[1]};
  return x.r * x.r * x.a;
}
} // namespace calls_method

namespace heap {
struct Series {
  double k;
  double *p = &k;
};
BOTH double f(const V &v) {
  Series *s = new Series{v[0] * v[1]};
  s->k *= v[2];
  double r = *s->p;
  *s->p = v[1];
  r *= s->k;
  delete s;
  return r;
}
} // namespace heap

namespace scalars_stay {
struct Sphere {
  double r;
  double area = 3 * r * r;
  double volume = area * r;
};
BOTH double f(const V &v) {
  Sphere s{v[0] * v[1]};
  return s.volume * s.area;
}
} // namespace scalars_stay

namespace size_of_vector {
struct Sized {
  V v;
  std::size_t n = v.size();
  V w = V(n, v[0]);
};
BOTH double f(const V &v) {
  Sized s{v};
  return s.w[2] * s.v[1] * s.n;
}
} // namespace size_of_vector

namespace null_number {
BOTH double f(const V &v) {
  long n = NULL;
  const double *p = NULL;
  if (n != NULL)
    return 0;
  return v[0] * (n + 1) + (p == NULL) * v[1] * v[2];
}
} // namespace null_number

namespace function_to_void {
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
BOTH double f(const V &v) {
  double (*g)(double) = square;
  char b[40];
  std::snprintf(b, 40, "%p", (void *)g);
  if (v[0] > 100)
    g = cube;
  std::snprintf(b, 40, "%p", (void *)g);
  return g(v[0]) * v[1];
}
} // namespace function_to_void

namespace captured {
BOTH double f(const V &v) {
  auto f = [n = v[0] * v[1], &v, w = V{v[2], 2.0}, a = std::array<double, 2>{v[1], v[2]}] {
    return n * v[3] * w[0] * a[1];
  };
  return f();
}
} // namespace captured

namespace in_method {
struct Series {
  double k;
  double *p = &k;
};
struct Holder {
  double z;
  double get(double x) {
    Series s{x * z};
    s.k *= z;
    return *s.p;
  }
};
BOTH double f(const V &v) {
  Holder h{v[0]};
  return h.get(v[1]) * v[2];
}
} // namespace in_method

int main() {
  CHECK_CASE_TWICE(pointer_to_member);
  CHECK_CASE_TWICE(vector_data);
  CHECK_CASE_TWICE(in_loop);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(all_default);
  CHECK_CASE_TWICE(array_of_others);
  CHECK_CASE_TWICE(array_by_value);
  CHECK_CASE_TWICE(temporary);
  CHECK_CASE_TWICE(calls_method);
  CHECK_CASE_TWICE(heap);
  CHECK_CASE_TWICE(scalars_stay);
  CHECK_CASE_TWICE(size_of_vector);
  CHECK_CASE_TWICE(null_number);
  CHECK_CASE_TWICE(function_to_void);
  CHECK_CASE_TWICE(captured);
  CHECK_CASE_TWICE(in_method);
  return finish();
}
