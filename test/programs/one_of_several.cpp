// References to one of several objects (std::max, std::clamp), which change while they are known by
// that name.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

static const double &top(const double &a, const double &b) { return a < b ? b : a; }
static void twice(double &s, const double &d) {
  s += d;
  s += d;
}
BOTH double clamped(const V &v) {
  double s = v[0], t = 0.1;
  const double &r = std::clamp(s, 0.2, 5.0);
  s *= 2;
  return s * v[1] + r;
}
BOTH double clamped_argument(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, std::clamp(s, t, 5.0));
  return s * v[1];
}
BOTH double captured(const V &v) {
  double s = v[0], t = 0.1;
  auto f = [&r = std::max(s, t)](double x) { return r * x; };
  s *= v[2];
  return f(v[1]);
}
BOTH double by_pointer(const V &v) {
  double s = v[0], t = 0.1;
  const double *p = &std::max(s, t);
  s *= v[2];
  return *p * v[1];
}
BOTH double returned(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, top(s, t));
  return s * v[1];
}
BOTH double nested(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, std::max(std::min(s, 5.0), t));
  return s * v[1];
}
BOTH double of_a_list(const V &v) {
  double s = v[0], t = 0.1;
  auto o = std::max(s, t);
  s *= 1;
  const double &z = std::max({s, t});
  s *= 2;
  return s * v[1] + z + o;
}
BOTH double both(const V &v) {
  double s = v[0], t = 0.1 * v[1];
  const auto &[lo, hi] = std::minmax(s, t);
  s *= 2;
  return s * v[1] + hi * v[2] + lo;
}
BOTH double of_elements(const V &v) {
  V s(v);
  const double &r = *std::max_element(s.begin(), s.end());
  s[1] *= v[2];
  return r * v[1];
}
BOTH double the_same(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, std::as_const(s));
  const double &q = std::forward<double &>(s);
  s *= v[2];
  return q * v[1];
}
BOTH double chosen(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, true ? s : t);
  const double &q = v[0] > 0 ? s : t;
  s *= v[2];
  return q * v[1];
}
BOTH double with_order(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, std::max(s, t, [](double a, double b) { return a < b; }));
  return s * v[1];
}
BOTH double with_type(const V &v) {
  double s = v[0], t = 0.1;
  twice(s, std::max<double>(s, t));
  return s * v[1];
}
BOTH double one_temporary(const V &v) {
  std::array<double, 3> q{v[0], v[1], v[2]};
  twice(q[0], std::max(q[0], q[2] - 10));
  twice(q[0], std::max(q[0], q[2]));
  return q[0] * v[1];
}

// The callee hands the place back, or keeps it.
static const double &same(const double &x) { return x; }
BOTH double handed_back(const V &v) {
  double s = v[0], t = 0.1;
  const double &r = same(std::max(s, t));
  s *= v[2];
  return r * v[1];
}
struct Keeps {
  const double &r;
  Keeps(const double &x) : r(x) {}
  double get() const { return r; }
};
BOTH double kept(const V &v) {
  double s = v[0], t = 0.1;
  Keeps k(std::max(s, t));
  s *= v[2];
  return k.get() * v[1];
}

struct Point {
  double x, y;
  bool operator<(const Point &o) const { return x * y < o.x * o.y; }
};
BOTH double of_objects(const V &v) {
  Point p{v[0], v[1]}, q{v[2], v[3]};
  const Point *m = &std::max(p, q);
  const Point &r = std::min(p, q);
  p.x *= 2;
  q.y *= 3;
  return m->x * m->y + r.x;
}

int main() {
  CHECK_TWICE(of_objects);
  CHECK_TWICE(handed_back);
  CHECK_TWICE(kept);
  CHECK_TWICE(clamped);
  CHECK_TWICE(clamped_argument);
  CHECK_TWICE(captured);
  CHECK_TWICE(by_pointer);
  CHECK_TWICE(returned);
  CHECK_TWICE(nested);
  CHECK_TWICE(of_a_list);
  CHECK_TWICE(both);
  CHECK_TWICE(of_elements);
  CHECK_TWICE(the_same);
  CHECK_TWICE(chosen);
  CHECK_TWICE(with_order);
  CHECK_TWICE(with_type);
  CHECK_TWICE(one_temporary);
  return finish();
}
