// Constructors that move on what they are given by reference: a cursor in a vector of parameters,
// counters, sums. Of objects with virtual functions, on the heap, in vectors, as variables.
#include "vectors.h"
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Layer {
  virtual ~Layer() = default;
  virtual double run(double x) const = 0;
};

namespace pointers {
struct Dense : Layer {
  V w;
  double b;
  Dense(const double *&at, int n) : w(at, at + n), b(at[n]) { at += n + 1; }
  double run(double x) const override {
    for (double e : w)
      x = std::tanh(e * x + b);
    return x;
  }
};
struct Scale : Layer {
  double by, plus;
  explicit Scale(const double *&at) : by(*at++), plus(*at++) {}
  double run(double x) const override { return by * x + plus; }
};
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  Net(const double *at, const std::vector<int> &sizes) {
    for (int n : sizes)
      if (n)
        layers.push_back(std::make_unique<Dense>(at, n - 1));
      else
        layers.push_back(std::make_unique<Scale>(at));
  }
  double run(double x) const {
    for (auto &l : layers)
      x = l->run(x);
    return x;
  }
};
BOTH double f(const V &v) {
  V p = v;
  p.insert(p.end(), v.begin(), v.end());
  p[5] *= v[0];
  Net n(p.data(), {2, 0, 3, 1});
  return n.run(v[0]) * n.run(v[1]);
}
} // namespace pointers

namespace variables { // declared, not made by new
using pointers::Dense;
using pointers::Scale;
BOTH double f(const V &v) {
  const double *at = v.data();
  Scale a(at);
  Dense b(at, 1);
  const Layer &l = a, &m = b;
  const double rest = at - v.data();
  return l.run(v[0]) * m.run(v[1]) * rest;
}
} // namespace variables

namespace indices { // and numbers, by make_unique and by new
struct Rows : Layer {
  std::vector<V> rows;
  Rows(const double *&it, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      rows.push_back(V(it, it + 2));
      it += 1;
    }
  }
  double run(double x) const override {
    for (const V &r : rows)
      x = std::sin(r[0] * x + r[1]);
    return x;
  }
};
struct Picked : Layer {
  double w;
  std::size_t number;
  Picked(const V &v, std::size_t &at) : w(v[at]), number(at++) {}
  double run(double x) const override { return w * x + number; }
};
BOTH double f(const V &v) {
  const double *it = v.data();
  std::size_t at = 0;
  std::unique_ptr<Layer> a = std::make_unique<Rows>(it, 2);
  std::unique_ptr<Layer> b(new Picked(v, at));
  std::unique_ptr<Layer> c = std::make_unique<Rows>(it, 1);
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    std::unique_ptr<Layer> d = std::make_unique<Picked>(v, at);
    s += d->run(s + v[i]) * (at < 4 ? 1 : 2);
  }
  return s + a->run(b->run(c->run(v[3]))) + *it * at;
}
} // namespace indices

namespace readers { // an object that reads, and a sum that is kept
struct Reader {
  const double *at;
  int used = 0;
  double next() {
    ++used;
    return *at++;
  }
};
struct Affine : Layer {
  double w, b;
  Affine(Reader &r, double &penalty) : w(r.next()), b(r.next()) { penalty += w * w; }
  double run(double x) const override { return w * x + b; }
};
struct Loader {
  Reader r;
  double penalty = 0;
  std::unique_ptr<Layer> load() { return std::make_unique<Affine>(r, penalty); }
};
BOTH double f(const V &v) {
  Loader l;
  l.r.at = v.data();
  auto a = l.load();
  auto b = l.load();
  Reader again{v.data() + 1};
  double other = v[3];
  Affine c(again, other);
  const Layer &d = c;
  return a->run(b->run(d.run(v[0]))) * l.penalty + l.r.used * other + again.used;
}
} // namespace readers

namespace plain_classes { // without virtual functions
struct Block {
  V w;
  double b;
  Block(const double *&at, int n) : w(at, at + n) {
    at += n;
    b = *at++;
  }
  double run(double x) const {
    for (double e : w)
      x = std::tanh(e * x + b);
    return x;
  }
};
BOTH double f(const V &v) {
  const double *at = v.data();
  std::vector<Block> all;
  all.emplace_back(at, 1);
  auto p = std::make_unique<Block>(at, 1);
  at -= 3;
  Block b(at, 2);
  all.push_back(b);
  double x = p->run(v[0]);
  for (const Block &each : all)
    x = each.run(x) + x;
  return x;
}
} // namespace plain_classes

int main() {
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(variables);
  CHECK_CASE_TWICE(indices);
  CHECK_CASE_TWICE(readers);
  CHECK_CASE_TWICE(plain_classes);
  return finish();
}
