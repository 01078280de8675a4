// Local objects with virtual functions, or smart pointers, whose constructors keep pointers:
// observers, chains of them, options with their payoff. Their shadows point where the shadows of
// what they point to are.
#include "vectors.h"
#include <array>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Sg {
  double val = 0;
};
struct Ob {
  virtual void go(double x) = 0;
  virtual ~Ob() = default;
};
struct Payoff {
  virtual ~Payoff() = default;
  virtual double at(double s) const = 0;
};
struct Put : Payoff {
  double k;
  explicit Put(double k) : k(k) {}
  double at(double s) const override { return k * s * s; }
};
struct Base {
  int n;
  const double *x;
  Base(const std::vector<double> &xv) : n(xv.size()), x(&xv[0]) {}
  virtual double raw(int i) = 0;
  virtual ~Base() {}
};
struct Lin : Base {
  std::vector<double> y2;
  Lin(const std::vector<double> &xv) : Base(xv), y2(xv.size()) { set(&xv[0]); }
  void set(const double *p) {
    for (int i = 0; i < n; ++i)
      y2[i] = p[i] * p[i];
  }
  double raw(int i) override { return x[i] * y2[i]; }
};
struct B {
  virtual double g() const = 0;
  virtual ~B() = default;
};
} // namespace

namespace relay {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override {
    next->val += gain * x;
    gain *= x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  Relay r(&s, v[0]);
  Ob *o = &r;
  o->go(v[1]);
  r.go(v[3]);
  return s.val * v[2];
}
} // namespace relay

namespace relay_chain {
struct Relay : Ob {
  Ob *next;
  Sg *to;
  double gain;
  Relay(Ob *n, Sg *t, double g) : next(n), to(t), gain(g) {}
  void go(double x) override {
    to->val += gain * x * x;
    if (next)
      next->go(std::sin(x * gain));
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s, t;
  Relay a(nullptr, &s, v[0]), b(&a, &t, v[1]), c(&b, &s, v[2]);
  c.go(v[3]);
  b.go(s.val);
  return s.val * t.val;
}
} // namespace relay_chain

namespace base_pointer {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Lin l(v);
  return l.raw(1) + l.raw(2);
}
} // namespace base_pointer

namespace base_pointer_local {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> w{v[0], v[1] * v[2], v[3]};
  Lin l(w);
  Base &b = l;
  return l.raw(1) + b.raw(2);
}
} // namespace base_pointer_local

namespace option {
class Option {
  std::shared_ptr<const Payoff> p_;
  double t_;

public:
  Option(std::shared_ptr<const Payoff> p, double t) : p_(std::move(p)), t_(t) {}
  double npv(double s) const { return p_->at(s) * t_; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Option o(std::make_shared<Put>(10.0), v[1]);
  return o.npv(v[0]);
}
} // namespace option

namespace option2 {
class Option {
  std::shared_ptr<Payoff> p_;
  double t_;

public:
  Option(std::shared_ptr<Payoff> p, double t) : p_(std::move(p)), t_(t) {}
  double npv(double s) const { return p_->at(s) * t_; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_shared<Put>(v[2]);
  Option o(p, v[1]), q(p, v[0]);
  p->k *= v[3];
  return o.npv(v[0]) * q.npv(v[1]);
}
} // namespace option2

namespace in_loop {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override { next->val += gain * x * next->val + x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  for (double x : v) {
    Relay r(&s, x);
    Ob *o = &r;
    o->go(x * v[1]);
  }
  return s.val * v[2];
}
} // namespace in_loop

namespace in_callee {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override { next->val += gain * x * next->val + x; }
};
static double g(Sg &s, double x, int d) {
  Relay r(&s, x);
  Ob *o = &r;
  o->go(x);
  return d ? g(s, x * s.val, d - 1) * r.gain : s.val;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  return g(s, v[0] * 0.5, 2) * v[2];
}
} // namespace in_callee

namespace body_ctor {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, Sg *m, double g) {
    next = g > 1 ? n : m;
    gain = g * next->val;
  }
  void go(double x) override { next->val += gain * x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s, t;
  s.val = v[1];
  t.val = v[2];
  Relay r(&s, &t, v[0]);
  r.go(v[3]);
  return s.val * t.val;
}
} // namespace body_ctor

namespace copied {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override { next->val += gain * x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  Relay r(&s, v[0]);
  Relay q = r;
  q.gain *= v[1];
  r.go(v[2]);
  q.go(v[3]);
  return s.val;
}
} // namespace copied

namespace temp {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override { next->val += gain * x; }
};
static void use(const Relay &r, double x) { r.next->val += r.gain * x * x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  use(Relay(&s, v[0]), v[1]);
  Relay(&s, v[2]).go(v[3]);
  return s.val * s.val;
}
} // namespace temp

namespace observers_vector {
struct Relay : Ob {
  std::vector<Sg *> to;
  double gain;
  Relay(Sg *a, Sg *b, double g) : gain(g) {
    to.push_back(a);
    to.push_back(b);
  }
  void go(double x) override {
    for (Sg *s : to)
      s->val += gain * x * (s->val + 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg a, b;
  Relay r(&a, &b, v[0]);
  Ob *o = &r;
  o->go(v[1]);
  r.to.push_back(&a);
  o->go(v[2]);
  return a.val * b.val;
}
} // namespace observers_vector

namespace observers_array {
struct Relay : Ob {
  Sg *to[2];
  double k[2];
  Relay(Sg *a, Sg *b, double g) : to{a, b}, k{g, g * g} {}
  void go(double x) override {
    for (int i = 0; i < 2; ++i)
      to[i]->val += k[i] * x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg a, b;
  Relay r(&a, &b, v[0]);
  r.go(v[1]);
  r.to[1] = &a;
  r.go(v[2]);
  return a.val * b.val;
}
} // namespace observers_array

namespace own_member {
struct Ob {
  virtual double go() = 0;
  virtual ~Ob() = default;
};
struct Self : Ob {
  double k;
  double *p;
  Self(double x) : k(x), p(&k) {}
  double go() override {
    *p *= k;
    return k;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Self s(v[0]);
  Ob &o = s;
  o.go();
  return o.go() * s.k;
}
} // namespace own_member

namespace ptr_param {
struct Relay : Ob {
  Sg *next;
  double gain;
  Relay(Sg *n, double g) : next(n), gain(g) {}
  void go(double x) override { next->val += gain * x; }
};
static void use(Sg *s, double g, double x) {
  Relay r(s, g);
  Ob *o = &r;
  o->go(x);
  o->go(s->val);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg s;
  use(&s, v[0], v[1]);
  use(&s, v[2], v[3]);
  return s.val;
}
} // namespace ptr_param

namespace virt_vec {
struct C : B {
  V w;
  std::array<V, 2> a;
  double k;
  C(const V &v, double x) : w(v), k(x) {
    a[0] = v;
    a[1].push_back(x * x);
    w.push_back(k);
  }
  double g() const override { return w[1] * w.back() * a[0][2] * a[1][0]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c(v, v[2]);
  const B &b = c;
  C d(c);
  d.w[1] *= v[0];
  return b.g() * d.g();
}
} // namespace virt_vec

namespace virt_vec_in_loop {
struct C : B {
  V w;
  double k;
  C(const V &v, double x) : w(v), k(x) { w.push_back(k); }
  double g() const override { return w[1] * w.back(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (double x : v) {
    C c(v, x * s);
    const B &b = c;
    s = std::sin(b.g()) + s;
  }
  return s;
}
} // namespace virt_vec_in_loop

namespace virt_ptrs_loop {
struct Relay : Ob {
  std::vector<Sg *> to;
  V w;
  double gain;
  Relay(Sg *a, Sg *b, const V &v, double g) : w(v), gain(g) {
    to.push_back(a);
    if (g > 1)
      to.push_back(b);
  }
  void go(double x) override {
    for (Sg *s : to)
      s->val += gain * x * w[1];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sg a, b;
  for (double x : v) {
    Relay r(&a, &b, v, x);
    Ob *o = &r;
    o->go(v[1]);
    r.to.push_back(&b);
    r.w.push_back(x);
    o->go(v[2] * r.w.back());
  }
  return a.val * b.val;
}
} // namespace virt_ptrs_loop

int main() {
  CHECK_CASE_TWICE(relay);
  CHECK_CASE_TWICE(relay_chain);
  CHECK_CASE_TWICE(base_pointer);
  CHECK_CASE_TWICE(base_pointer_local);
  CHECK_CASE_TWICE(option);
  CHECK_CASE_TWICE(option2);
  CHECK_CASE_TWICE(in_loop);
  CHECK_CASE_TWICE(in_callee);
  CHECK_CASE_TWICE(body_ctor);
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(temp);
  CHECK_CASE_TWICE(observers_vector);
  CHECK_CASE_TWICE(observers_array);
  CHECK_CASE_TWICE(own_member);
  CHECK_CASE_TWICE(ptr_param);
  CHECK_CASE_TWICE(virt_vec);
  CHECK_CASE_TWICE(virt_vec_in_loop);
  CHECK_CASE_TWICE(virt_ptrs_loop);
  return finish();
}
