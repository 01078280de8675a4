// Exceptions that pass what owns objects with virtual functions, and guards that functions declare:
// nothing is left, no value and no derivative.
#include "nothing_left.h"
#include "unwound.h"
#include "vectors.h"
#include <memory>
#include <stdexcept>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

double need(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x);
}
double deep(double x, int n) { return n ? deep(x + 1, n - 1) + need(x) : need(x); }

struct Layer {
  virtual ~Layer() = default;
  virtual double of(double) = 0;
};
struct Scale : Layer {
  double k;
  explicit Scale(double v) : k(v) {}
  double of(double v) override { return k *= need(v); }
};
struct Shift : Layer {
  std::unique_ptr<Layer> in;
  double c = 1;
  explicit Shift(std::unique_ptr<Layer> p) : in(std::move(p)) {}
  double of(double v) override { return in->of(v * 1.3) + c; }
};
struct Weights : Layer {
  V w;
  explicit Weights(const V &v) : w(v) {}
  double of(double x) override {
    double s = 0;
    for (double each : w)
      s += each * need(x);
    return s;
  }
};

namespace decorated { // a local object
BOTH double f(const V &v) {
  Shift l(std::make_unique<Scale>(v[1]));
  double s = 0;
  for (int t = 0; t < 4; ++t)
    s += l.of(v[t]);
  return s;
}
} // namespace decorated

namespace owned { // by base, in a chain; vectors in it; another one by the way
BOTH double f(const V &v) {
  std::unique_ptr<Layer> l = std::make_unique<Shift>(std::make_unique<Weights>(v));
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    std::unique_ptr<Layer> m = std::make_unique<Scale>(s + v[1]);
    if (t % 2)
      m = std::make_unique<Shift>(std::move(m));
    s += l->of(v[t]) * m->of(v[3 - t]);
  }
  return s;
}
} // namespace owned

namespace flat { // classes that own nothing
struct Base {
  virtual ~Base() = default;
  virtual double of(double) const = 0;
};
struct Root : Base {
  double k;
  explicit Root(double k) : k(k) {}
  double of(double x) const override { return k * need(x); }
};
BOTH double f(const V &v) {
  std::unique_ptr<Base> a = std::make_unique<Root>(v[0]), none;
  double s = 0;
  for (double x : v) {
    auto b = std::make_unique<Root>(x * x);
    s += a->of(x) + b->of(s + x);
  }
  return none ? none->of(s) : s;
}
} // namespace flat

namespace several { // frames
double inner(const V &v, double k) {
  std::unique_ptr<Layer> l = std::make_unique<Shift>(std::make_unique<Scale>(k));
  double s = 0;
  for (double x : v) {
    if (s > 1e9)
      return s;
    s += l->of(x);
  }
  return s;
}
double outer(const V &v, int n) {
  Shift l(std::make_unique<Scale>(v[n]));
  return n ? outer(v, n - 1) * 0.1 + l.of(inner(v, v[n])) : l.of(v[0]);
}
BOTH double f(const V &v) {
  std::unique_ptr<Layer> l = std::make_unique<Scale>(v[0]);
  return outer(v, 2) + l->of(inner(v, v[3]));
}
} // namespace several

namespace local_guards { // classes that the function declares
BOTH double f(const V &v) {
  struct Number {
    double *p;
    explicit Number(double x) : p(new double(x)) {}
    ~Number() { delete p; }
  };
  struct Buffer {
    double *a, *b;
    V kept;
    Buffer(int n, double x) : a(new double[n]), b(nullptr) {
      for (int i = 0; i < n; ++i)
        a[i] = x * i;
    }
    ~Buffer() {
      delete[] a;
      if (b)
        delete[] b;
    }
  };
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    Number n(v[i]);
    Buffer m(3, v[i]);
    s += deep(v[i], 2) * *n.p * m.a[1] + m.a[2];
  }
  return s;
}
} // namespace local_guards

#ifndef NO_AD
#define THROWS(space)                                                                              \
  for (int at = 0; at < 4; ++at) {                                                                 \
    V v{0.7, 1.3, 0.9, 0.4}, v_dot(4, 1.0), v_bar(4, 0.5);                                         \
    v[at] = -0.7;                                                                                  \
    double y_dot = 0;                                                                              \
    LEAVES_NOTHING(expect_true(#space, throws([&] { space::f_forward(v, v_dot, y_dot); })));       \
    LEAVES_NOTHING(expect_true(#space, throws([&] { space::f_reverse(v, v_bar, 1.0); })));         \
  }                                                                                                \
  static_assert(true)
#else
#define THROWS(space) static_assert(true)
#endif

int main() {
  CHECK_CASE_TWICE(decorated);
  CHECK_CASE_TWICE(owned);
  CHECK_CASE_TWICE(flat);
  CHECK_CASE_TWICE(several);
  CHECK_CASE_TWICE(local_guards);
  THROWS(decorated);
  THROWS(owned);
  THROWS(flat);
  THROWS(several);
  THROWS(local_guards);
  return finish();
}
