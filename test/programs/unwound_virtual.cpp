// Exceptions that pass local objects with virtual functions, which are made on the heap: they and
// what they own are given back.
#include "nothing_left.h"
#include "unwound.h"
#include "vectors.h"
#include <memory>
#include <stdexcept>
#include <utility>

using V = std::vector<double>;

struct Layer {
  virtual double of(double) = 0;
  virtual ~Layer() = default;
};
struct Scale : Layer {
  double k;
  explicit Scale(double v) : k(v) {}
  double of(double v) override {
    k *= v;
    if (k < 0)
      throw std::domain_error("negative");
    return k;
  }
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
    if (x < 0)
      throw 7;
    double s = 0;
    for (double each : w)
      s += each * x;
    return s;
  }
};

namespace decorated {
[[ad::differentiate(reverse)]]
double f(const V &v) {
  Shift l(std::make_unique<Scale>(v[1]));
  double s = 0;
  for (int t = 0; t < 4; ++t)
    s += l.of(v[t]);
  return s;
}
} // namespace decorated

namespace thrown_here {
[[ad::differentiate(reverse)]]
double f(const V &v) {
  Shift l(std::make_unique<Shift>(std::make_unique<Scale>(v[1])));
  double s = l.of(v[2]);
  if (v[0] < 0)
    throw std::domain_error("negative");
  Shift m(std::make_unique<Scale>(s));
  return m.of(v[3]) + l.of(v[0]);
}
} // namespace thrown_here

namespace in_loops {
[[ad::differentiate(reverse)]]
double f(const V &v) {
  double s = v[1];
  for (int t = 0; t < 4; ++t) {
    Shift l(std::make_unique<Scale>(s));
    s += l.of(v[3 - t]);
  }
  return s;
}
} // namespace in_loops

namespace with_vectors {
[[ad::differentiate(reverse)]]
double f(const V &v) {
  Weights w(v);
  double s = 0;
  for (double each : v)
    s += w.of(each);
  return s;
}
} // namespace with_vectors

#ifndef NO_AD
#define THROWS(space)                                                                              \
  {                                                                                                \
    V v{-0.7, 1.3, 0.9, 0.4}, v_bar(4, 0.5);                                                       \
    LEAVES_NOTHING(expect_true(#space, throws([&] { space::f_reverse(v, v_bar, 1.0); })));         \
    for (double each : v_bar)                                                                      \
      expect(#space, each, 0.5, 0);                                                                \
  }                                                                                                \
  static_assert(true)
#else
#define THROWS(space) static_assert(true)
#endif

#define CHECK_BOTH(space)                                                                          \
  {                                                                                                \
    using namespace space;                                                                         \
    check(                                                                                         \
        {0.7, 1.3, 0.9, 0.4}, 1, [](In x, Out y) { y[0] = f(V(x, x + 4)); }, nullptr,              \
        AD([](In x, Out x_bar, Out y, In y_bar) {                                                  \
          V v_bar(x_bar, x_bar + 4);                                                               \
          y[0] = f_reverse(V(x, x + 4), v_bar, y_bar[0]);                                          \
          copy(v_bar.data(), x_bar, 4);                                                            \
        }));                                                                                       \
    THROWS(space);                                                                                 \
  }                                                                                                \
  static_assert(true)

int main() {
  CHECK_BOTH(decorated);
  CHECK_BOTH(thrown_here);
  CHECK_BOTH(in_loops);
  CHECK_BOTH(with_vectors);
  return finish();
}
