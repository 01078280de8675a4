// Constructors of classes with virtual functions that allocate, and that call virtual functions of
// other objects. Nothing may be left.
#include "nothing_left.h"
#include "vectors.h"
#include <cmath>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace {
struct B {
  virtual ~B() {}
  virtual double k(double) const = 0;
};
} // namespace

namespace copied_on_request {
struct K {
  double l;
  explicit K(double l) : l(l) {}
};
struct S {
  std::unique_ptr<K> a;
  double w;
  S(const K &x, double w) : a(std::make_unique<K>(x.l * 2)), w(w) {}
  virtual ~S() {}
  virtual std::unique_ptr<S> dup() const { return std::make_unique<S>(*a, w); }
  virtual double g() const { return a->l * w; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s(K(v[0]), v[1]);
  auto t = s.dup();
  return t->g() * s.g() + v[2] * v[3];
}
} // namespace copied_on_request

namespace layers {
struct L1 : B {
  double w;
  explicit L1(double w) : w(w) {}
  double k(double x) const override { return std::tanh(w * x); }
};
struct Net : B {
  std::vector<std::unique_ptr<B>> ls;
  std::unique_ptr<B> head;
  Net(const V &v) {
    for (double x : v)
      ls.push_back(std::make_unique<L1>(x));
    head = std::make_unique<L1>(v[0]);
  }
  double k(double x) const override {
    for (auto &l : ls)
      x = l->k(x);
    return head->k(x);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n(v);
  const B &b = n;
  auto m = std::make_unique<Net>(v);
  return b.k(v[1]) + m->k(v[2]);
}
} // namespace layers

namespace raw_memory {
struct Buf : B {
  double *d;
  int n;
  Buf(const V &v) : d(new double[v.size()]), n(v.size()) {
    for (int i = 0; i < n; ++i)
      d[i] = v[i] * v[i];
  }
  ~Buf() override { delete[] d; }
  Buf(const Buf &) = delete;
  double k(double x) const override {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s = s * x + d[i];
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Buf n(v);
  const B &b = n;
  auto m = std::make_unique<Buf>(v);
  return b.k(v[1]) + m->k(v[2]);
}
} // namespace raw_memory

namespace matrices {
struct Mat {
  double *d;
  int n;
  Mat(int n) : d(new double[n]()), n(n) {}
  Mat(const Mat &o) : d(new double[o.n]), n(o.n) { std::copy(o.d, o.d + n, d); }
  ~Mat() { delete[] d; }
  Mat &operator=(const Mat &) = delete;
};
struct H : B {
  Mat m;
  std::unique_ptr<Mat> p;
  double *first;
  H(const V &v) : m(v.size()), p(new Mat(2)), first(m.d) {
    for (int i = 0; i < m.n; ++i)
      m.d[i] = v[i];
    p->d[0] = v[1];
    p->d[1] = v[2] * v[3];
  }
  double k(double x) const override { return m.d[0] * x + p->d[0] * p->d[1] * first[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H h(v);
  const B &b = h;
  return b.k(v[1]);
}
} // namespace matrices

namespace tabulated {
struct M {
  virtual ~M() = default;
  virtual double g(double) const = 0;
};
struct Sq : M {
  double a;
  Sq(double a) : a(a) {}
  double g(double x) const override { return a * x * x; }
};
struct Tab {
  V t;
  Tab(const M *m, int n, double h) {
    for (int i = 0; i < n; ++i)
      t.push_back(m->g(i * h));
  }
  double sum() const {
    double s = 0;
    for (double x : t)
      s += x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sq q(v[0]);
  Tab t(&q, 4, v[1]);
  auto p = std::make_unique<Tab>(&q, 3, v[2]);
  return t.sum() * p->sum() + v[3];
}
} // namespace tabulated

namespace by_malloc {
struct H : B {
  double *p;
  H(double x) {
    p = (double *)std::malloc(2 * sizeof(double));
    p[0] = x;
    p[1] = x * x;
  }
  ~H() { std::free(p); }
  double k(double x) const override { return p[0] * x + p[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v[0]);
  const B &x = a;
  return x.k(v[2]);
}
} // namespace by_malloc

namespace in_branches {
struct H : B {
  double *p;
  H(double x, int n) {
    if (n > 1)
      p = new double[2]{x, x * x};
    else
      p = new double[2]{x * 2, x};
  }
  ~H() { delete[] p; }
  double k(double x) const override { return p[0] * x + p[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v[0], 1), b(v[1], 2);
  const B &x = a, &y = b;
  return x.k(v[2]) * y.k(v[3]);
}
} // namespace in_branches

namespace perhaps_unset {
struct H : B {
  double *p;
  bool has;
  H(double x, bool c) : has(c) {
    if (c)
      p = new double(x);
  }
  ~H() {
    if (has)
      delete p;
  }
  double k(double x) const override { return has ? *p * x : x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v[0], true), b(v[1], false);
  const B &x = a, &y = b;
  return x.k(v[2]) * y.k(v[3]);
}
} // namespace perhaps_unset

namespace arrays_of_objects {
struct R {
  double a = 1, b = 2;
};
struct H : B {
  R *rs;
  int n;
  H(const V &v) : rs(new R[v.size()]), n(v.size()) {
    for (int i = 0; i < n; ++i)
      rs[i].a = v[i];
  }
  H(const H &) = delete;
  ~H() override { delete[] rs; }
  double k(double x) const override {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += rs[i].a * rs[i].b * x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v);
  const B &x = a;
  return x.k(v[2]) * v[0];
}
} // namespace arrays_of_objects

namespace elements_given {
static const double T[3] = {0.5, 1.5, 2.5};
struct L : B {
  double w, c;
  L(double w, double c) : w(w), c(c) {}
  double k(double x) const override { return w * x + c; }
};
struct H : B {
  std::unique_ptr<B> p;
  H(const V &v, int i) : p(new L(v[i], T[i])) {}
  double k(double x) const override { return p->k(x); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  H a(v, 1);
  const B &x = a;
  return x.k(v[2]) * v[0];
}
} // namespace elements_given

int main() {
  LEAVES_NOTHING(CHECK_CASE_TWICE(copied_on_request));
  LEAVES_NOTHING(CHECK_CASE_TWICE(layers));
  LEAVES_NOTHING(CHECK_CASE_TWICE(raw_memory));
  LEAVES_NOTHING(CHECK_CASE_TWICE(matrices));
  LEAVES_NOTHING(CHECK_CASE_TWICE(tabulated));
  LEAVES_NOTHING(CHECK_CASE_TWICE(by_malloc));
  LEAVES_NOTHING(CHECK_CASE_TWICE(in_branches));
  LEAVES_NOTHING(CHECK_CASE_TWICE(perhaps_unset));
  CHECK_CASE_TWICE(arrays_of_objects); // what new R[n] allocates may be left out by the optimiser
  LEAVES_NOTHING(CHECK_CASE_TWICE(elements_given));
  return finish();
}
