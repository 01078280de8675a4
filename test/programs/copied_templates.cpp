// Class templates with copies of their own, of which some are never used: read as they stand in the
// template.
#include "vectors.h"
using W = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace unused_assignment {
template <class T> struct Triple {
  T x, y, z;
  Triple(T a, T b, T c) : x(a), y(b), z(c) {}
  Triple(const Triple &o) : x(o.x), y(o.y), z(o.z) {}
  Triple &operator=(const Triple &o) {
    x = o.x;
    y = o.y;
    z = o.z;
    return *this;
  }
  T dot(const Triple &o) const { return x * o.x + y * o.y + z * o.z; }
};
AD_MODES double f(const W &x) {
  Triple<double> a(x[0], x[1], x[2]), b = a;
  b.x *= x[1];
  return a.dot(b) * a.x;
}
} // namespace unused_assignment

namespace loops {
template <class T, int N> struct Array {
  T d[N];
  Array() {
    for (int i = 0; i < N; ++i)
      d[i] = 0;
  }
  Array(const Array &o) {
    for (int i = 0; i < N; ++i)
      d[i] = o.d[i];
  }
  Array &operator=(const Array &o) {
    if (this != &o)
      for (int i = 0; i < N; ++i)
        d[i] = o.d[i];
    return *this;
  }
};
AD_MODES double f(const W &x) {
  Array<double, 3> a;
  for (int i = 0; i < 3; ++i)
    a.d[i] = x[i] * x[0];
  Array<double, 3> b = a;
  b.d[0] *= 2;
  std::vector<Array<double, 3>> both{a, b};
  return a.d[1] * b.d[0] + both[1].d[2];
}
} // namespace loops

int main() {
  CHECK_CASE(unused_assignment, {0.5, 1.5, 0.75});
  CHECK_CASE(loops, {0.5, 1.5, 0.75});
  return finish();
}
