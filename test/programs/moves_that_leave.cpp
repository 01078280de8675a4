// Moves written by hand that leave something else than empty members in the object that they move
// from: std::exchange, swaps, assignments of the other one's members.
#include "vectors.h"
#include <utility>

using V = std::vector<double>;

struct Buf {
  V v;
  int tag = 0;
  Buf() = default;
  Buf(const Buf &) = default;
  Buf &operator=(const Buf &) = default;
  Buf(Buf &&o) noexcept : v(std::move(o.v)), tag(std::exchange(o.tag, -1)) {}
  Buf &operator=(Buf &&o) noexcept {
    std::swap(v, o.v);
    std::swap(tag, o.tag);
    return *this;
  }
};
inline Buf make(double x, int n) {
  Buf b;
  for (int i = 0; i < n; ++i)
    b.v.push_back(x * (i + 1));
  b.tag = n;
  return b;
}
[[ad::differentiate(forward, reverse)]] double moved(const V &v) {
  Buf a = make(v[0], 3), b = make(v[1], 2);
  Buf c = std::move(a);
  a = std::move(b);
  b = c;
  c.v[0] *= a.v[1];
  return c.v[0] * b.v[2] * a.tag + b.tag;
}
[[ad::differentiate(forward, reverse)]] double read_after(const V &v) {
  Buf a = make(v[0], 3), b = make(v[1], 2);
  a = std::move(b);
  double s = b.v[2] * a.v[1] * b.tag;
  Buf c(std::move(a));
  return s * (a.tag + 2) * c.v[0] + double(a.v.size());
}
class Poly {
  V c;
  size_t n = 0;

public:
  Poly() = default;
  explicit Poly(V k) : c(std::move(k)), n(c.size()) {}
  Poly(const Poly &o) : c(o.c), n(o.n) {}
  Poly(Poly &&o) noexcept : c(std::move(o.c)), n(o.n) {
    o.n = 0;
    o.c.clear();
  }
  Poly &operator=(Poly o) {
    swap(o);
    return *this;
  }
  void swap(Poly &o) noexcept {
    c.swap(o.c);
    std::swap(n, o.n);
  }
  double operator()(double x) const {
    double s = 0;
    for (size_t i = n; i-- > 0;)
      s = s * x + c[i];
    return s;
  }
  size_t size() const { return n; }
  void scale(double f) {
    for (double &e : c)
      e *= f;
  }
};
inline Poly derive(const Poly &p, const V &c) {
  V d;
  for (size_t i = 1; i < p.size(); ++i)
    d.push_back(c[i] * double(i));
  return Poly(d);
}
[[ad::differentiate(forward, reverse)]] double polynomials(const V &v) {
  Poly p(v), q;
  q = derive(p, v);
  Poly r(std::move(q));
  r.scale(v[0]);
  q = r;
  p = std::move(r);
  q.scale(p(v[1]));
  return q(v[2]) * p(v[3]) + q.size() + r.size();
}
struct St {
  double x, y;
  V h;
  friend void swap(St &a, St &b) noexcept {
    using std::swap;
    swap(a.x, b.x);
    std::swap(a.y, b.y);
    a.h.swap(b.h);
  }
  St(double x, double y) : x(x), y(y), h{x, y} {}
  St(const St &) = default;
  St(St &&o) : x(o.x), y(std::exchange(o.y, 0.25)), h(std::move(o.h)) {}
  St &operator=(St o) {
    swap(*this, o);
    return *this;
  }
};
struct Hold {
  Buf b;
  double w;
};
[[ad::differentiate(forward, reverse)]] double members(const V &v) {
  Hold h{make(v[0], 2), v[1]};
  Hold g = std::move(h);
  g.b.v.push_back(g.w);
  h = g;
  h.b.tag += 2;
  std::vector<Hold> hs{g, h};
  hs.push_back(std::move(g));
  double s = 0;
  for (auto &e : hs)
    for (double x : e.b.v)
      s += x * x * e.w * e.b.tag;
  return s;
}
[[ad::differentiate(forward, reverse)]] double in_loops(const V &v) {
  Buf a = make(v[0], 3);
  for (int i = 0; i < 3; ++i) {
    Buf t = make(v[i] * a.v[0], 2 + i % 2);
    if (i % 2)
      a = std::move(t);
    else
      std::swap(a, t);
    a.v[0] += t.v.empty() ? 0 : t.v[1] * t.tag;
  }
  return a.v[0] * a.v[1];
}
inline double use(Buf b) {
  b.v[0] *= 2;
  return b.v[0] * b.v[1];
}

[[ad::differentiate(forward, reverse)]] double captured(const V &v) {
  Buf a = make(v[0], 3);
  auto f = [b = std::move(a)](double x) { return b.v[1] * x; };
  return f(v[1]) * a.tag;
}
[[ad::differentiate(forward, reverse)]] double swapped(const V &v) {
  Buf x = make(v[0], 3), y = make(v[1], 2);
  std::swap(x, y);
  return x.v[1] * y.v[2] * x.tag + y.tag;
}
[[ad::differentiate(forward, reverse)]] double elements(const V &v) {
  std::vector<Buf> x{make(v[0], 3), make(v[1], 2)};
  Buf y = std::move(x[0]);
  x.erase(x.begin());
  x.push_back(y);
  return x[0].v[1] * x[1].tag * x[1].v[2];
}
[[ad::differentiate(forward, reverse)]] double exchanged(const V &v) {
  Buf a = make(v[0], 3);
  Buf b = std::exchange(a, make(v[1], 2));
  return a.v[1] * b.v[2] * a.tag;
}
inline Buf pass(Buf &&b, double k) {
  Buf c = std::forward<Buf>(b);
  c.v[0] *= k;
  return c;
}
[[ad::differentiate(forward, reverse)]] double forwarded(const V &v) {
  Buf a = make(v[0], 3);
  Buf b = pass(std::move(a), v[1]);
  return b.v[0] * b.v[2] * (a.tag + 0.5);
}
[[ad::differentiate(forward, reverse)]] double chosen(const V &v) {
  Buf a = make(v[0], 3), b;
  b = a;
  const bool k = v[1] > 1;
  Buf c = k ? std::move(a) : b;
  c.v[0] *= v[2];
  return c.v[0] * c.v[1] * a.tag * b.tag;
}
[[ad::differentiate(forward, reverse)]] double last(const V &v) {
  std::vector<Buf> all;
  for (int i = 0; i < 3; ++i) {
    Buf b = make(v[i], 2 + i);
    b.v[0] *= v[3];
    if (i % 2)
      all.push_back(std::move(b));
    else
      all.emplace_back(std::move(b));
  }
  Buf end = make(all[1].v[0], 2);
  std::pair<Buf, double> p(std::move(end), all[2].v[1]);
  return all[0].v[0] * all[1].v[2] * p.first.v[1] * p.second + all[2].tag;
}

int main() {
  CHECK_VECTOR(moved, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(read_after, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(polynomials, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(members, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_loops, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(captured, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(swapped, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(elements, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(exchanged, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(forwarded, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(chosen, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(last, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
