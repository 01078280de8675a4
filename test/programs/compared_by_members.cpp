// Objects that a defaulted operator<=> compares, of classes in a function, too.
#include "vectors.h"
#include <algorithm>
#if __cplusplus >= 202002L
#include <compare>
#endif

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

#if __cplusplus >= 202002L
struct P {
  double x, y;
  int k;
  auto operator<=>(const P &) const = default;
};
BOTH double local(const V &v) {
  struct W {
    double x;
    auto operator<=>(const W &) const = default;
  } a{v[0]}, b{v[1]};
  return a < b ? a.x * a.x : b.x;
}
BOTH double all_operators(const V &v) {
  P a{v[0], v[1], 2}, b{v[0], v[2], 1};
  double s = a < b ? a.y * b.x : b.y;
  if (a >= b)
    s += a.x;
  if (a == b)
    s += 100;
  if (a != b)
    s *= v[3];
  return s;
}
BOTH double sorted(const V &v) {
  std::vector<P> p;
  for (int i = 0; i < 4; ++i)
    p.push_back({v[i], v[3 - i], i});
  std::sort(p.begin(), p.end());
  double s = 0;
  for (auto &q : p)
    s = s * 0.5 + q.x * q.y;
  return s;
}
BOTH double temporaries(const V &v) {
  P a{v[0], v[1], 2};
  return P{v[2], 1, 1} < a ? v[0] * v[1] : a <= P{9, 9, 9} ? v[2] * v[2] : v[3];
}
#endif

int main() {
#if __cplusplus >= 202002L
  CHECK_VECTOR(local, {0.7, 1.3, 0.9, 0.4});
  CHECK_TWICE(all_operators);
  CHECK_VECTOR(sorted, {0.7, 1.3, 0.9, 0.4});
  CHECK_TWICE(temporaries);
#endif
  return finish();
}
