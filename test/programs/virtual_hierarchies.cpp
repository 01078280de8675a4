// Hierarchies with several bases, results and parameters of every kind, methods that write.
#include "harness.h"
#include <array>
#include <vector>
struct V {
  double x, y;
};
namespace a {
struct Base {
  virtual V turn(V v, double k) const = 0;
  virtual void push(std::vector<double> &out, const V &v) const { out.push_back(v.x); }
  virtual void both(double &p, double *q, int n) = 0;
  virtual ~Base() = default;
};
namespace {
struct Rot : Base {
  double c = 0.3;
  V turn(V v, double k) const override {
    v.x *= k;
    return {v.x * c - v.y, v.y * c + v.x};
  }
  void both(double &p, double *q, int n) override {
    for (int i = 0; i < n; ++i) {
      p += q[i] * c;
      q[i] *= p;
      c *= 1.1;
    }
  }
};
} // namespace
} // namespace a
namespace b {
struct Rot : a::Base {
  double k[2] = {0.5, 0.7};
  V turn(V v, double s) const override { return {v.x * k[0] * s, v.y * k[1]}; }
  void push(std::vector<double> &out, const V &v) const override {
    out.push_back(v.y * k[0]);
    out.push_back(v.x);
  }
  void both(double &p, double *q, int n) override {
    p = p * k[1];
    if (n > 0)
      q[0] = p * p;
  }
};
} // namespace b
struct Odd {
  double first = 1;
  virtual double odd(double x) const { return x * first; }
};
struct Multi : Odd, b::Rot {
  double z = 0.2;
  double odd(double x) const override { return x * z + first; }
  V turn(V v, double s) const override {
    V t = b::Rot::turn(v, s);
    t.x += z;
    return t;
  }
};

[[ad::differentiate(forward, reverse)]]
double go(a::Base &s, double x, double y, int n) {
  V v{x, y};
  std::vector<double> out;
  double q[3] = {x, y, x * y};
  double p = x;
  int i = 0;
  while (i < n) {
    v = s.turn(v, p);
    s.push(out, v);
    s.both(p, q, i % 4);
    ++i;
    if (p > 50)
      break;
  }
  double t = p;
  for (double e : out)
    t = t * 0.5 + e;
  return t + v.x * v.y + q[0] * q[1] + q[2];
}
[[ad::differentiate(forward, reverse)]]
double all(double x, double y, int n) {
  Multi m;
  m.z = x;
  m.k[0] = y;
  a::Rot r;
  r.c = x * y;
  b::Rot br;
  std::array<a::Base *, 3> ptrs{&m, &r, &br};
  double t = 0;
  for (int i = 0; i < n; ++i)
    t += go(*ptrs[i % 3], x, y + t * 0.01, 3);
  const Odd &o = m;
  const Odd *po = &m;
  return t + o.odd(x) + po->odd(t);
}
int main() {
  for (int n = 0; n < 5; ++n)
    check(
        {0.7, 0.4}, 1, [&](In x, Out y) { y[0] = all(x[0], x[1], n); },
        AD([&](In x, In xd, Out y, Out yd) {
          y[0] = all_forward(x[0], xd[0], x[1], xd[1], n, yd[0]);
        }),
        AD([&](In x, Out xb, Out y, In yb) {
          y[0] = all_reverse(x[0], xb[0], x[1], xb[1], n, yb[0]);
        }));
  for (int n = 0; n < 5; ++n)
    check(
        {0.7, 0.4, 0.3}, 2,
        [&](In x, Out y) {
          a::Rot r;
          r.c = x[2];
          y[0] = go(r, x[0], x[1], n);
          y[1] = r.c;
        },
        AD([&](In x, In xd, Out y, Out yd) {
          a::Rot r, rd;
          r.c = x[2];
          rd.c = xd[2];
          y[0] = go_forward(r, rd, x[0], xd[0], x[1], xd[1], n, yd[0]);
          y[1] = r.c;
          yd[1] = rd.c;
        }),
        AD([&](In x, Out xb, Out y, In yb) {
          a::Rot r, rb;
          r.c = x[2];
          rb.c = yb[1];
          y[0] = go_reverse(r, rb, x[0], xb[0], x[1], xb[1], n, yb[0]);
          xb[2] += rb.c;
          y[1] = r.c;
        }));
  return finish();
}
