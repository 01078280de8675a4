// Vectors of records whose members start as something: adjoints of new elements are zero.
#include "vectors.h"
#include <array>
#include <map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Point {
  double x = 0.25, y = 0.5;
};
BOTH double arrays_in_maps(const V &v) {
  std::map<int, std::array<Point, 2>> q;
  q[1][1].x *= v[0];
  return q[1][1].x * q[1][0].y;
}
BOTH double rows(const V &v) {
  std::vector<std::vector<Point>> w(2);
  w[0] = std::vector<Point>(3);
  w[0][1].x *= v[0];
  w[1] = w[0];
  w[1][2].y *= v[1];
  w[0] = {{1, 2}, {v[2], 1}};
  w[0][1].y *= v[3];
  return w[0][1].x * w[0][1].y + w[1][1].x * w[1][2].y;
}
static std::vector<Point> made() { return {{3, 4}}; }
BOTH double assigned(const V &v) {
  std::vector<Point> t{{v[0], 2}};
  t[0].x *= v[1];
  t = made();
  t.front() = Point{v[2], 1};
  return t[0].x * t[0].y;
}
BOTH double in_loop(const V &v) {
  std::vector<Point> w;
  for (int i = 0; i < 3; ++i) {
    w = std::vector<Point>(i + 1);
    w[i].x *= v[i];
    w[0].y += v[3];
  }
  auto z = w;
  z = {};
  z.resize(1);
  z[0].x += v[0];
  return w[2].x * w[0].y * z[0].x * z[0].y;
}
BOTH double exchanged(const V &v) {
  std::vector<Point> t{{1, 2}};
  t.front() = Point{v[2], 1};
  auto old = std::exchange(t, std::vector<Point>{{3, 4}});
  t.front() = Point{v[2], 1};
  return t[0].x * old[0].x * t[0].y;
}
struct H {
  std::vector<Point> w;
  Point a[2];
  std::array<Point, 2> b;
  H(int n) : w(n) {}
};
static void step(H &h, const V &v) {
  std::vector<Point> n(h.w.size());
  for (size_t i = 0; i < n.size(); ++i) {
    n[i].x = h.w[i].x * v[0];
    n[i].y += v[1] * h.w[i].y;
  }
  h.w = n;
  h.b[1].x *= v[1];
}
BOTH double steps(const V &v) {
  H h(3);
  for (int i = 0; i < 3; ++i)
    step(h, v);
  h.a[1].x *= v[2];
  H k(1);
  k = h;
  step(k, v);
  return h.w[1].x * h.w[2].y * h.b[1].x * h.a[1].x + k.w[0].x;
}

int main() {
  CHECK_TWICE(arrays_in_maps);
  CHECK_TWICE(rows);
  CHECK_TWICE(assigned);
  CHECK_TWICE(in_loop);
  CHECK_TWICE(exchanged);
  CHECK_TWICE(steps);
  return finish();
}
