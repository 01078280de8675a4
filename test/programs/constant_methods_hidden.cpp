// Calls that carry no derivative, and comparisons, of objects that are seen as one of their bases.
#include "vectors.h"
#include <string>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace constants {
struct B {
  int k = 2;
  [[ad::constant]] int n(int i) const { return k + i; }
  [[ad::constant]] int operator[](int i) const { return k * i; }
  [[ad::constant]] void set(int i) { k = i; }
  template <class T = char> [[ad::constant]] int w(int i) const { return sizeof(T) * i + k; }
};
struct D : B {
  [[ad::constant]] int n(int i) const { return 10 * k + i; }
  [[ad::constant]] int operator[](int i) const { return 10 * k * i; }
  [[ad::constant]] void set(int i) { k = 10 * i; }
};
[[ad::constant]] static int of(const B &b) { return b.k; }
[[ad::constant]] static int of(const D &b) { return 10 * b.k; }
[[ad::constant]] static int twice(int i) { return i; }
[[ad::constant]] static int twice(double i) { return 2 * i; }
template <class T = char> [[ad::constant]] int width(int i) { return sizeof(T) * i; }
template <class T = char> [[ad::constant]] double widthd(double i) { return sizeof(T) * int(i); }
template <class F> int call(F f, int i) { return f(i); }
BOTH double f(const V &v) {
  D d;
  B &b = d;
  const B *p = &d;
  b.set(3);
  double x = v[0] * b.n(1) + v[1] * d.n(1) + v[2] * b[2] + v[3] * d[2] + v[0] * of(b) +
             v[1] * of(d) + v[2] * d.w<long>(2) + v[3] * b.w(2) + v[1] * p->n(4);
  d.set(4);
  x += v[0] * call(static_cast<int (*)(double)>(twice), 3) +
       v[1] * call(static_cast<int (*)(int)>(twice), 3) + v[2] * call(width<long>, 2) +
       v[3] * call(width<>, 2) + v[0] * width<short>(3) + v[1] * widthd<long>(2.0) +
       widthd<short>(v[2]);
  double (*q)(double) = widthd<int>;
  x += q(v[1]) + q(2.5) * v[3];
  return x * d.k;
}
} // namespace constants

namespace compared {
struct B {
  int k;
  bool operator==(const B &o) const { return k % 2 == o.k % 2; }
  bool operator<(const B &o) const { return k < o.k; }
};
struct D : B {
  D(int i) : B{i} {}
  bool operator==(const D &o) const { return B::operator==(o) && k == o.k; }
  bool operator<(const D &o) const { return B::operator<(o) || k == o.k; }
};
struct P {
  int a;
  std::string s;
  bool operator==(const P &o) const { return a == o.a && s == o.s; }
};
struct Q : P {
  int c;
  bool operator==(const Q &o) const { return P::operator==(o) && c == o.c; }
  bool same(const P &o) const { return o == *this; }
};
BOTH double f(const V &v) {
  D a(1), b(3);
  const B &ab = a, &bb = b;
  double x = (ab == bb ? v[0] : v[1]) + (a == b ? v[2] : v[3]) + (a < b ? v[0] * 2 : v[1]) +
             (ab < bb ? v[1] * 3 : v[0]);
  Q q;
  q.a = 1;
  q.s = "x";
  q.c = 2;
  Q r = q;
  r.c = 3;
  x += (q == r ? v[0] : 2 * v[1]) + (q.same(r) ? v[2] : v[3]) +
       (static_cast<const P &>(q) == static_cast<const P &>(r) ? v[3] * 5 : v[2]);
  return x;
}
} // namespace compared

int main() {
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(compared);
  return finish();
}
