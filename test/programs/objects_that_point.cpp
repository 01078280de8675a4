// Local objects with virtual functions, or smart pointers, whose constructors keep pointers:
// observers, chains of them, options with their payoff. Their shadows point where the shadows of
// what they point to are.
#include "vectors.h"
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
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Lin l(v);
  return l.raw(1) + l.raw(2);
}
} // namespace base_pointer

namespace base_pointer_local {
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

int main() {
  CHECK_CASE(relay, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(relay, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(relay_chain, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(relay_chain, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(base_pointer, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(base_pointer, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(base_pointer_local, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(base_pointer_local, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(option, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(option, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(option2, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(option2, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(in_loop, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(in_loop, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(in_callee, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(in_callee, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(body_ctor, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(body_ctor, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(copied, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(copied, {1.9, 0.35, 2.2, 1.1});
  CHECK_CASE(temp, {0.7, 1.3, 0.9, 0.4});
  CHECK_CASE(temp, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
