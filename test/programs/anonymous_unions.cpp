// Members of anonymous unions and structs, in classes whose copies are written by hand and in such
// that say `= default`.
#include "vectors.h"
#include <vector>

using V = std::vector<double>;

struct P3 {
  union {
    double x, r;
  };
  union {
    double y, g;
  };
  double z;
  P3(double a, double b, double c) : x(a), y(b), z(c) {}
  P3(const P3 &o) : x(o.x), y(o.y), z(o.z) {}
  P3 &operator=(const P3 &o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
};
struct Q3 {
  union {
    struct {
      double x, y, z;
    };
    double e[3];
  };
  Q3() : x(0), y(0), z(0) {}
  Q3(double a, double b, double c) : x(a), y(b), z(c) {}
  Q3(const Q3 &o) : x(o.x), y(o.y), z(o.z) {}
  Q3 &operator=(const Q3 &o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
  double &operator[](int i) { return e[i]; }
  double operator[](int i) const { return e[i]; }
};
struct R3 {
  union {
    struct {
      double x, y, z;
    };
    struct {
      double r, g, b;
    };
    double e[3];
  };
  R3() = default;
  R3(double a, double b, double c) : x(a), y(b), z(c) {}
  R3(const R3 &) = default;
  R3 &operator=(const R3 &) = default;
};
static P3 add(P3 a, const P3 &b) {
  a.x += b.x;
  a.g *= b.y;
  a.z += b.z;
  return a;
}
static Q3 add(Q3 a, const Q3 &b) {
  a.x += b.x;
  a[1] *= b[1];
  a.e[2] += b.z;
  return a;
}
static R3 add(R3 a, const R3 &b) {
  a.x += b.x;
  a.y *= b.g;
  a.e[2] += b.z;
  return a;
}

namespace two_names {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P3 a(v[0], v[1], v[2]), b(v[3], v[0], 2);
  P3 t = a;
  t = add(a, b);
  b = t;
  return b.x * b.y * b.z + t.r;
}
} // namespace two_names

namespace names_and_elements {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Q3 a(v[0], v[1], v[2]), b(v[3], v[0], 2);
  Q3 t = a;
  t = add(a, b);
  b = t;
  return b.x * b.y * b.z + t[0];
}
} // namespace names_and_elements

namespace copied_by_default {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  R3 a(v[0], v[1], v[2]), b(v[3], v[0], 2);
  R3 t = a;
  t = add(a, b);
  b = t;
  return b.x * b.y * b.z + t.r;
}
} // namespace copied_by_default

namespace vector_of_elements {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Q3> q;
  for (int i = 0; i < 3; ++i)
    q.push_back(Q3(v[i], v[i + 1], 1));
  q[0] = add(q[1], q[2]);
  double s = 0;
  for (auto x : q)
    s += x.x * x[1] * x[2];
  return s;
}
} // namespace vector_of_elements

namespace vector_of_names {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P3> q;
  for (int i = 0; i < 3; ++i)
    q.push_back(P3(v[i], v[i + 1], 1));
  q[0] = add(q[1], q[2]);
  double s = 0;
  for (auto x : q)
    s += x.x * x.g * x.z;
  return s;
}
} // namespace vector_of_names

int main() {
  CHECK_CASE_TWICE(two_names);
  CHECK_CASE_TWICE(names_and_elements);
  CHECK_CASE_TWICE(copied_by_default);
  CHECK_CASE_TWICE(vector_of_elements);
  CHECK_CASE_TWICE(vector_of_names);
  return finish();
}
