// Objects that hold the index by which they, or what they are assigned, are found: places are found
// once, before the first part changes.
#include "vectors.h"
#include <algorithm>
#include <utility>

using V = std::vector<double>;

namespace arrays {
struct S {
  int k;
  V v;
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  S all[3] = {{2, {v[0], 1}}, {0, {v[1], 2}}, {1, {v[0] * v[1], 3}}};
  S s = all[0];
  double r = 0;
  for (int i = 0; i < 4; ++i) {
    s = all[s.k];
    r += s.v[0] * s.v[1] * (i + 1);
  }
  return r;
}
} // namespace arrays
namespace vectors {
struct S {
  int k;
  V v;
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  std::vector<S> all;
  all.push_back({2, {v[0], 1}});
  all.push_back({0, {v[1], 2}});
  all.push_back({1, {v[0] * v[1], 3}});
  S s = all[0];
  double r = 0;
  for (int i = 0; i < 4; ++i) {
    s = all[s.k];
    r += s.v[0] * s.v[1] * (i + 1);
  }
  all[all[0].k] = all[0];
  all[all[1].k].v[0] *= r;
  return r * all[0].v[0] * all[2].v[0];
}
} // namespace vectors
namespace operators {
struct P {
  int k;
  double x;
  P &operator=(const P &o) {
    k = o.k;
    x = o.x;
    return *this;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  P all[3] = {{2, v[0]}, {0, v[1]}, {1, v[0] * v[1]}};
  P s = all[0];
  double r = 0;
  for (int i = 0; i < 4; ++i) {
    s = all[s.k];
    r += s.x * (i + 1);
  }
  all[all[0].k] = all[1];
  return r * all[2].x;
}
} // namespace operators
namespace plain {
struct P {
  int k;
  double x;
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  P all[3] = {{2, v[0]}, {0, v[1]}, {1, v[0] * v[1]}};
  P s = all[0];
  double r = 0;
  for (int i = 0; i < 4; ++i) {
    s = all[s.k];
    r += s.x * (i + 1);
    std::swap(s, all[s.k]);
    r += s.x * s.x;
    all[s.k].x *= r;
  }
  all[all[0].k] = all[1];
  s = all[s.k];
  std::swap(all[all[0].k], all[0]);
  return r * all[2].x * s.x * all[0].x;
}
} // namespace plain
namespace swapped {
struct P {
  int k;
  V x;
};
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  std::vector<P> all{{2, {v[0]}}, {0, {v[1]}}, {1, {v[0] * v[1]}}};
  P s = all[0];
  double r = 0;
  for (int i = 0; i < 4; ++i) {
    s = all[s.k];
    r += s.x[0] * (i + 1);
    std::swap(s, all[s.k]);
    r += s.x[0] * s.x[0];
    all[s.k].x[0] *= r;
  }
  std::swap(all[all[0].k].x, all[0].x);
  s.x = all[s.k].x;
  s = P{1, {r}};
  s.x.push_back(s.x[0] * v[0]);
  s.x.push_back(s.x[s.k]);
  return r * all[2].x[0] * s.x[2] * all[0].x[0];
}
} // namespace swapped
namespace numbers {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  int k = 1;
  V w{v[0], v[1], 2, 1};
  w[k] = w[k = 2] * v[0];
  w[k++] *= v[1];
  w[k--] += w[k] * 2;
  double *p = &w[0];
  *p++ = *p * 2;
  *p = p[1];
  p[1] = *p * v[0];
  int idx[3] = {1, 2, 0};
  idx[idx[0]] = idx[1] - 1;
  w[idx[idx[0]]] *= v[1];
  return w[0] * w[1] * w[2] * w[3];
}
} // namespace numbers

int main() {
  CHECK_CASE(arrays, {0.7, 1.3});
  CHECK_CASE(vectors, {0.7, 1.3});
  CHECK_CASE(operators, {0.7, 1.3});
  CHECK_CASE(plain, {0.7, 1.3});
  CHECK_CASE(swapped, {0.7, 1.3});
  CHECK_CASE(numbers, {0.7, 1.3});
  return finish();
}
