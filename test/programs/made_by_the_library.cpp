// Objects that the library makes without arguments, and whose constructors give elements to
// vectors: their derivatives have as many.
#include "vectors.h"
#include <array>
#include <map>
#include <tuple>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct T {
  V b = V(2, 0.5);
};
BOTH double entries(const V &v) {
  std::map<int, T> w;
  w[0];
  w[0].b[1] = v[0];
  return w[0].b[1] * w[0].b[0];
}
BOTH double try_emplaced(const V &v) {
  std::map<int, T> w;
  w.try_emplace(2);
  w.at(2).b[0] *= v[1];
  return w.at(2).b[0];
}
BOTH double nested_arrays(const V &v) {
  std::array<std::array<T, 2>, 2> w;
  w[1][1].b[1] = v[0];
  return w[1][1].b[1];
}
BOTH double resized(const V &v) {
  std::vector<T> w;
  w.resize(2);
  w[0].b[1] = v[0];
  return w[0].b[1] * w[1].b[0];
}
BOTH double empty_braces(const V &v) {
  std::array<T, 2> w{};
  w[1].b[1] = v[0];
  std::array<T, 2> z = {};
  z[1].b[1] = v[0];
  return w[1].b[1] * z[1].b[1];
}
BOTH double arrays(const V &v) {
  std::array<T, 2> w;
  w[1].b[1] *= v[1];
  return w[0].b[1] * w[1].b[1];
}
static std::array<T, 2> made() {
  std::array<T, 2> r{};
  return r;
}
static std::array<T, 2> empty() { return {}; }
BOTH double returned(const V &v) {
  auto w = made();
  auto z = empty();
  w[1].b[0] *= v[0];
  z[1].b[0] *= v[1];
  return w[1].b[0] * z[1].b[0];
}
BOTH double pairs(const V &v) {
  std::pair<T, double> w;
  w.first.b[1] = v[0];
  w.second = v[1];
  return w.first.b[1] * w.second;
}
BOTH double tuples(const V &v) {
  std::tuple<T, double> w;
  std::get<0>(w).b[1] = v[0];
  return std::get<0>(w).b[1];
}
struct Holder {
  std::vector<T> w;
  Holder(int n) : w(n) {}
};
BOTH double members(const V &v) {
  Holder h(2);
  h.w[0].b[1] = v[0];
  return h.w[0].b[1] * h.w[1].b[0];
}
struct Pair {
  std::array<V, 2> p{V(2), V(3)};
};
BOTH double emplaced(const V &v) {
  std::map<int, Pair> h;
  h.emplace(1, Pair());
  h.at(1).p[1][2] = v[0];
  return h.at(1).p[1][2];
}
BOTH double maps_of_maps(const V &v) {
  std::map<int, std::map<int, T>> m;
  m[1][2].b[0] *= v[0];
  return m[1][2].b[0];
}
class Cell {
  V b;

public:
  Cell() : b(3, 1.0) {}
  double &at(int i) { return b[i]; }
};
class Grid {
  std::array<Cell, 4> c;

public:
  Cell &operator()(int i) { return c[i]; }
};
BOTH double array_members(const V &v) {
  Grid g;
  for (int i = 0; i < 4; ++i)
    g(i).at(i % 3) *= v[i];
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += g(i).at(0) * g(i).at(1);
  return s;
}

int main() {
  CHECK_TWICE(entries);
  CHECK_TWICE(try_emplaced);
  CHECK_TWICE(nested_arrays);
  CHECK_TWICE(resized);
  CHECK_TWICE(empty_braces);
  CHECK_TWICE(arrays);
  CHECK_TWICE(returned);
  CHECK_TWICE(pairs);
  CHECK_TWICE(tuples);
  CHECK_TWICE(members);
  CHECK_TWICE(emplaced);
  CHECK_TWICE(maps_of_maps);
  CHECK_TWICE(array_members);
  return finish();
}
