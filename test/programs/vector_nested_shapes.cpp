// Shapes that are known only as the forward sweep passes: vectors of records that hold vectors,
// arrays of vectors, one vector or the other.
#include "vectors.h"
#include <array>

namespace case0 {
struct Layer {
  std::vector<double> w;
  double b;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    std::vector<Layer> ls;
    ls.push_back({{v[0], v[1]}, v[2]});
    ls.push_back({{v[2]}, v[k]});
    for (const Layer &l : ls) {
      double t = l.b;
      for (double e : l.w)
        t += e * e;
      s += t * t;
    }
  }
  return s;
}
} // namespace case0

namespace case1 {
struct Layer {
  std::vector<double> w;
  double b;
};
[[ad::differentiate(forward, reverse)]]
double net(const std::vector<Layer> &ls, double x) {
  for (const Layer &l : ls) {
    double t = l.b;
    for (double e : l.w)
      t += e * x;
    x = std::tanh(t);
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<Layer> ls{{{v[0], v[1]}, v[2]}, {{v[2]}, v[1]}};
  return net(ls, v[0]);
}
} // namespace case1

namespace case2 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> a[2] = {{v[0], v[1]}, {v[k]}};
    std::array<std::vector<double>, 2> c;
    c[1].push_back(v[2] * v[k]);
    for (auto &w : a)
      for (double e : w)
        s += e * e * s + e;
    s += c[1][0] * c[1].size();
  }
  return s;
}
} // namespace case2

namespace case3 {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> a{v[0], v[1]}, b{v[1], v[2], v[0] * v[2]};
    std::vector<double> w = k == 1 ? a : b;
    for (double &e : w) {
      e *= e;
      s += e * v[k];
    }
    w.push_back(s);
    s += w.back() * w[0];
  }
  return s;
}
} // namespace case3

int main() {
  CHECK_CASE(case0, {0.3, 0.7, 1.1});
  CHECK_CASE(case1, {0.3, 0.7, 1.1});
  CHECK_CASE(case2, {0.3, 0.7, 1.1});
  CHECK_CASE(case3, {0.3, 0.7, 1.1});
  return finish();
}
