// Vectors of vectors that are assigned as a whole, behind pointers and to themselves.
#include "vectors.h"
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Layer {
  virtual ~Layer() = default;
  virtual V forward(const V &x) = 0;
};
struct Dense : Layer {
  std::vector<V> W;
  explicit Dense(double s) : W(2, V(2)) {
    for (auto &r : W)
      for (auto &e : r)
        e = s;
  }
  V forward(const V &x) override {
    V y(2);
    for (size_t i = 0; i < y.size(); ++i)
      for (int j = 0; j < 2; ++j)
        y[i] += W[i][j] * x[j];
    return y;
  }
};
struct Net {
  std::vector<std::unique_ptr<Layer>> ls;
  V operator()(V x) {
    for (auto &l : ls)
      x = l->forward(x);
    return x;
  }
};
BOTH double layers(const V &v) {
  Net n;
  n.ls.push_back(std::make_unique<Dense>(v[0]));
  n.ls.push_back(std::make_unique<Dense>(v[1]));
  auto y = n({v[2], v[3]});
  return y[0] * y[1];
}
using R = std::vector<V>;
static void put(R *a, const R *b) { *a = *b; }
static void put2(R &a, const R &b) { a = b; }
BOTH double by_pointer(const V &v) {
  R a(2, v), b(1, V(2, v[1]));
  put(&a, &b);
  a[0][1] *= v[2];
  put(&a, &a);
  put2(b, a);
  b[0][0] += v[3];
  put2(b, b);
  return a[0][1] * b[0][0];
}
BOTH double of_rows(const V &v) {
  std::vector<R> t(2, R(2, v));
  t[0][1][2] *= v[0];
  t[1] = t[0];
  t[0] = R{{v[1]}, {v[2], v[3]}};
  t[0][0].push_back(v[0]);
  t[1] = t[1];
  return t[1][1][2] * t[0][1][1] * t[0][0][1];
}
struct S {
  R r;
  void swap_in(const R &o) {
    r = o;
    r[0][0] *= 2;
  }
};
BOTH double in_objects(const V &v) {
  auto p = std::make_unique<S>();
  R w(2, V(2, v[0]));
  p->r = w;
  w[0][1] += v[1];
  p->r[1][1] *= v[2];
  double s = p->r[1][1] * p->r[0][1];
  p->swap_in(w);
  p->swap_in(p->r);
  return s * p->r[0][0] * p->r[0][1];
}

int main() {
  CHECK_VECTOR(layers, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(layers, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(by_pointer, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(by_pointer, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(of_rows, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(of_rows, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_objects, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_objects, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
