// Calls that write through pointers in constant objects: what they are given is of use.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#if __cplusplus >= 202002L // spans
using V = std::vector<double>;

namespace {} // namespace

namespace recursive {
struct C {
  double *o;
};
void run(const C &c, double z, int d) {
  if (d == 0)
    return;
  c.o[0] *= z;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  double z = v[1] * v[1];
  z += v[0];
  run(C{o.data()}, z, 2);
  return o[0];
}
} // namespace recursive

namespace dispatched {
struct C {
  double *o;
};
struct K {
  virtual ~K() = default;
  virtual void run(const C &c) const = 0;
};
struct B : K {
  double k;
  B(double k) : k(k) {}
  void run(const C &c) const override { c.o[0] *= k; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  std::unique_ptr<K> k = std::make_unique<B>(v[0]);
  k->run(C{o.data()});
  return o[0];
}
} // namespace dispatched

namespace spans {
struct C {
  std::span<double> o;
};
void run(const C &c, const double &z, int d) {
  if (d == 0)
    return;
  c.o[0] *= z;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v);
  double z = v[1] * v[1];
  z += v[0];
  run(C{o}, z, 2);
  return o[0];
}
} // namespace spans

namespace several {
struct C {
  double *o;
  double w;
};
static void run(const C &c, const std::vector<double> &z, int d) {
  if (d == 0)
    return;
  c.o[d] += z[d] * c.w;
  run(c, z, d - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o(v), z{v[1] * v[0], v[2] * v[2], v[3]};
  run(C{o.data(), v[1]}, z, 2);
  return o[1] * o[2];
}
} // namespace several

int main() {
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(dispatched);
  CHECK_CASE_TWICE(spans);
  CHECK_CASE_TWICE(several);
  return finish();
}
#else
int main() { return 0; }
#endif
