// Classes of a function's own: whose members have constructors, into which pointers lead, which own
// memory.
#include "vectors.h"
#include <utility>
using V = std::vector<double>;
struct One {
  double v;
  One() : v(1) {}
  One(double v) : v(v) {}
};
struct Ones {
  double v = 1;
};
struct Owner {
  int n;
  double *d;
  explicit Owner(int n = 2) : n(n), d(new double[n]) {
    for (int i = 0; i < n; ++i)
      d[i] = i + 1;
  }
  Owner(const Owner &o) : Owner(o.n) {
    for (int i = 0; i < n; ++i)
      d[i] = o.d[i];
  }
  Owner &operator=(Owner o) {
    std::swap(n, o.n);
    std::swap(d, o.d);
    return *this;
  }
  ~Owner() { delete[] d; }
};
[[ad::differentiate(forward, reverse)]]
double members(const V &x) {
  struct Pair {
    One a;
    double k;
  } p{One(x[0]), x[1]};
  p.a.v *= x[2];
  struct Several {
    Ones a[2];
    double k;
  } q{{}, x[1]};
  q.a[0].v = x[0];
  Several r = q;
  r.a[1].v *= x[2];
  return p.a.v * p.k + q.a[0].v * q.k * r.a[0].v + r.a[1].v;
}
static double pointed(const V &x, double k) {
  struct Pair {
    double a, b;
  } p{x[0], x[1]};
  double *q = &p.a;
  for (int i = 0; i < 3; ++i) {
    if (*q > 100)
      return *q;
    *q *= x[2] * k;
  }
  return p.a * p.b;
}
[[ad::differentiate(forward, reverse)]]
double pointers(const V &x) {
  struct Pair {
    double a, b;
  } p{x[0], x[1]};
  double *q = &p.a;
  *q *= x[2];
  return p.a * p.b * pointed(x, 1) * pointed(x, x[0]);
}
[[ad::differentiate(forward, reverse)]]
double owners(const V &x) {
  struct Pair {
    Owner a, b;
    double k = 2;
  } p{Owner(2), Owner(3)};
  p.a.d[0] = x[0];
  p.b.d[0] = x[1];
  std::swap(p.a, p.b);
  double s = p.a.d[0] * p.b.d[0] * p.k;
  Pair q = p;
  q.a.d[0] *= x[2];
  return s * q.a.d[0] + p.a.d[2];
}
int main() {
  CHECK_VECTOR(members, {0.3, 0.7, 1.1});
  CHECK_VECTOR(pointers, {0.3, 0.7, 1.1});
  CHECK_VECTOR(owners, {0.3, 0.7, 1.1});
  return finish();
}
