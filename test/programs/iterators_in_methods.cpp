// Iterators over members inside of methods that are called.
#include "vectors.h"
struct Model {
  std::vector<double> w, b;
  int n;
  double eval(const std::vector<double> &x) const {
    double s = 0;
    auto q = b.begin();
    for (auto p = w.begin(); p != w.end(); ++p, ++q) {
      if (s > 1e9)
        return s;
      s += std::tanh(*p * x[0] + *q);
    }
    return s;
  }
  void update(double r) {
    for (auto &e : w) {
      if (e > 1e9)
        return;
      e -= r * e * e;
    }
  }
};
[[ad::differentiate(forward, reverse)]]
double loss(const Model &m, const std::vector<double> &x) {
  Model c = m;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += c.eval(x) * x[i];
    c.update(0.1 * x[1]);
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Model m{{v[0], v[1]}, {v[2], v[0] * v[1]}, 2};
  double s = loss(m, v);
  for (int i = 0; i < 2; ++i) {
    Model k{{v[i]}, {1.0}, 1};
    s += k.eval(v);
    k.update(v[2]);
    s += loss(k, v);
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
