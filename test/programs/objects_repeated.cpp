// Vectors of copies of an object that holds a vector.
#include "vectors.h"

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct M {
  V d;
  double k = 1;
  explicit M(int n) : d(n) {}
};
static M init(int n, double s) {
  M w(n);
  for (auto &e : w.d)
    e = s;
  return w;
}
struct Net {
  std::vector<M> layers;
  Net(int n, const M &m) : layers(n, m) {}
};
BOTH double constant(const V &v) {
  std::vector<M> w(2, init(3, 0.7));
  w[0].d[1] = v[0];
  return w[0].d[1] * w[1].d[1] * w[1].k;
}
BOTH double active(const V &v) {
  std::vector<M> w(3, init(2, v[0]));
  w[1].d[0] *= v[1];
  w[2].k = v[2];
  double s = 0;
  for (auto &m : w)
    s += m.d[0] * m.d[1] * m.k;
  return s;
}
BOTH double member(const V &v) {
  Net n(2, init(2, v[0]));
  n.layers[1].d[1] *= v[1];
  Net k = n;
  k.layers[0].d[0] *= v[2];
  return n.layers[1].d[1] * k.layers[0].d[0] * k.layers[1].d[1] + n.layers[0].d[0];
}
BOTH double assigned(const V &v) {
  std::vector<M> w;
  for (int t = 0; t < 3; ++t) {
    w.assign(t + 1, init(2, v[t]));
    w[t].d[0] *= v[3];
  }
  double s = 0;
  for (auto &m : w)
    s += m.d[0] * m.d[1];
  return s;
}
BOTH double other_sizes(const V &v) {
  double s = 0;
  for (int n = 0; n < 3; ++n) {
    std::vector<M> w(n, init(n + 1, v[n]));
    if (n)
      w[0].d[n] *= v[3];
    for (auto &m : w)
      for (double x : m.d)
        s = s * 0.9 + x * x;
  }
  return s;
}

BOTH double of_its_own_element(const V &v) {
  std::vector<M> w(2, M(2));
  w[0].d[1] = v[0];
  w[0].d[0] = v[2];
  w.assign(3, w[0]);
  w[2].d[0] *= v[1];
  return w[2].d[0] * w[2].d[1] * w[1].d[1] * w[0].d[0];
}

int main() {
  CHECK_TWICE(of_its_own_element);
  CHECK_TWICE(constant);
  CHECK_TWICE(active);
  CHECK_TWICE(member);
  CHECK_TWICE(assigned);
  CHECK_TWICE(other_sizes);
  return finish();
}
