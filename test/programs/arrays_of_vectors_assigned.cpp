// Arrays of vectors that are assigned as a whole: each element gets its size.
#include "vectors.h"
#include <array>
#include <map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct T {
  std::array<V, 2> a{};
};
BOTH double braces(const V &v) {
  std::array<V, 2> t;
  t[0] = v;
  t = {V{1, 2}, V{3}};
  t[1].push_back(v[0]);
  return t[1][1] * t[0][1];
}
BOTH double in_loop(const V &v) {
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    auto n = t;
    n[0].push_back(v[i]);
    std::swap(n[0], n[1]);
    t = n;
  }
  return t[0][0] * t[1][1] * t[1][0];
}
static std::array<V, 3> step(const std::array<V, 3> &a, double k) {
  std::array<V, 3> r;
  for (int i = 0; i < 3; ++i) {
    r[i] = a[i];
    r[i].push_back(k * (i + 1));
  }
  return r;
}
BOTH double steps(const V &v) {
  std::array<V, 3> a;
  for (double x : v)
    a = step(a, x);
  double s = 0;
  for (auto &r : a)
    for (double x : r)
      s = 0.8 * s + x * x;
  return s;
}
BOTH double in_maps(const V &v) {
  std::map<int, std::array<V, 2>> h;
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    h[i % 2] = t;
    t[i % 2].push_back(v[i]);
  }
  return h[0][0][0] * h[0][1][0];
}
BOTH double in_records(const V &v) {
  T t;
  for (int i = 0; i < 3; ++i) {
    T n = t;
    n.a[0].push_back(v[i]);
    t = n;
  }
  return t.a[0][1] * t.a[0][2];
}
static void exchange_and_grow(T &t, const V &v) {
  std::swap(t.a[0], t.a[1]);
  t.a[0].push_back(v[2]);
}
BOTH double reset(const V &v) {
  T t;
  exchange_and_grow(t, v);
  t = T();
  exchange_and_grow(t, v);
  return t.a[0][0];
}
BOTH double in_vectors(const V &v) {
  std::vector<std::array<V, 2>> h;
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    h.push_back(t);
    t[i % 2].push_back(v[i]);
  }
  t = h[1];
  h[0] = t;
  t[0][0] *= v[3];
  return t[0][0] * h[2][1][0] * h[0][0][0];
}

int main() {
  CHECK_TWICE(braces);
  CHECK_TWICE(in_loop);
  CHECK_TWICE(steps);
  CHECK_TWICE(in_maps);
  CHECK_TWICE(in_records);
  CHECK_TWICE(reset);
  CHECK_TWICE(in_vectors);
  return finish();
}
