// Loop variables that are made of the elements and have destructors.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Cnt {
  double v;
  double *t;
  Cnt(double a, double *b) : v(a), t(b) {}
  Cnt(const std::pair<double, double *> &x) : v(x.first), t(x.second) {}
  ~Cnt() { *t += v * v; }
};

namespace dtor {
BOTH double f(const V &v) {
  double t = 0;
  std::vector<std::pair<double, double *>> a{{v[0], &t}, {v[1], &t}};
  double s = 0;
  for (const Cnt &c : a)
    s += c.v * t;
  return s + t;
}
} // namespace dtor

namespace dtor_val {
BOTH double f(const V &v) {
  double t = 0;
  std::vector<std::pair<double, double *>> a{{v[0], &t}, {v[1], &t}};
  double s = 0;
  for (Cnt c : a) {
    if (s > 0.8)
      continue;
    s += c.v * t + 1;
  }
  return s + t;
}
} // namespace dtor_val

int main() {
  CHECK_CASE_TWICE(dtor);
  CHECK_CASE_TWICE(dtor_val);
  return finish();
}
