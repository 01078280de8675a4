// Methods by using-declarations, operators and friends of other namespaces, and overriders that are
// hidden.
// Beyond clang-ad: members of a private base.
#include "vectors.h"
#include <algorithm>
#include <sstream>
#include <utility>
using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]
static int loop(int n) {
  int s = 0;
  while (n-- > 0)
    ++s;
  return s;
}
namespace usings {
struct B {
  int k = 2;
  double w = 3;
  int n(int i) const { return k + loop(i); }
  int n(double i) const { return k * 100 + loop(int(i)); }
  double z(double x) const { return x * w; }
  double z(double x, int i) const { return x * w * i; }
  int q() const & { return loop(1); }
  int q() && { return loop(2); }
  int q() & { return loop(3); }
};
struct D : B {
  using B::n;
  int n(const char *) const { return loop(50); }
  using B::z;
  double z(double x) const { return x * x * w; }
};
struct P : private B {
  int k = 7;
  int n(int i) const { return 5 + B::n(i); }
  double both(double x) const { return B::z(x) + B::k + k; }
};
BOTH double f(const V &v) {
  D d;
  const B &b = d;
  const D &c = d;
  P p;
  double x = v[0] * d.n(1) + v[1] * d.n(1.0) + v[2] * d.n("a") + v[3] * b.n(2) + v[0] * b.n(2.0) +
             v[1] * c.n(3) + v[2] * c.B::n(2.0);
  x += d.z(v[1]) * b.z(v[2]) + d.z(v[0], 2) + c.z(v[1], 3) * b.z(v[2], 2) + v[3] * p.n(2) +
       p.both(v[2]);
  x += v[0] * d.q() + v[1] * std::move(d).q() + v[2] * c.q() + v[3] * D().q() +
       v[1] * static_cast<const B &>(d).q() + v[0] * static_cast<B &>(d).q();
  return x;
}
} // namespace usings
namespace spaces {
namespace a {
struct B {
  int k = 2;
};
inline int who(const B &b, int i) { return b.k + loop(i); }
inline int operator|(const B &b, int i) { return b.k + loop(i) * 2; }
inline std::ostream &operator<<(std::ostream &o, const B &b) { return o << b.k; }
} // namespace a
namespace b {
struct D : a::B {
  friend int fr(const D &d, int i) { return d.k * loop(i) * 9; }
};
inline int who(const D &d, int i) { return 10 * d.k + loop(i); }
inline int operator|(const D &d, int i) { return 10 * d.k + loop(i); }
inline std::ostream &operator<<(std::ostream &o, const D &d) { return o << d.k * 1000; }
} // namespace b
inline int fr(const a::B &d, int i) { return d.k * loop(i) * 5; }
BOTH double f(const V &v) {
  b::D d;
  const a::B &r = d;
  double x = v[0] * who(d, 1) + v[1] * who(r, 1) + v[2] * (d | 2) + v[3] * (r | 2) +
             v[0] * fr(d, 2) + v[1] * fr(r, 2) + v[2] * a::who(d, 3);
  std::ostringstream o;
  o << d;
  x += v[3] * static_cast<int>(o.str().size());
  o << r;
  x += v[3] * static_cast<int>(o.str().size());
  return x;
}
} // namespace spaces
namespace virtuals {
struct B {
  double w = 2;
  int k = 3;
  virtual int n(int i) const { return k + loop(i); }
  virtual double z(double x) const { return w * x; }
  int twice(int i) const { return n(i) * 2; }
  virtual ~B() = default;
};
struct D : B {
  int n(int i) const override { return B::n(i) * 10 + loop(1); }
  int n(double i) const { return loop(i > 0 ? 90 : 80); }
  double z(double x) const override { return B::z(x) * x; }
};
struct E final : D {
  using D::n;
  int n(int i) const override { return D::n(i) + B::n(i) + loop(7); }
  double z(double x) const override { return D::z(x) + B::z(x); }
};
static int by(const B &b, int i) { return b.n(i) + b.B::n(i) + loop(2); }
BOTH double f(const V &v) {
  D d;
  E e;
  const B &b = d, &c = e;
  const D &m = e;
  double x = v[0] * b.n(1) + v[1] * c.n(1) + v[2] * m.n(1.0) + v[3] * m.B::n(2) + v[0] * d.n(1.0) +
             v[1] * e.n(2) + v[2] * e.twice(1) + v[3] * by(e, 1) + v[0] * by(d, 2) +
             v[1] * b.B::n(2) + v[2] * m.D::n(3);
  return x + b.z(v[0]) * c.z(v[1]) + m.B::z(v[2]) * e.D::z(v[3]) + m.z(v[1]);
}
} // namespace virtuals
int main() {
  CHECK_CASE_TWICE(usings);
  CHECK_CASE_TWICE(spaces);
  CHECK_CASE_TWICE(virtuals);
  return finish();
}
