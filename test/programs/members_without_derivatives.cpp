// Members of local objects that get numbers only carry no derivatives, whatever the others do; one
// that gets something else in any way does.
#include "vectors.h"
#include <array>
#include <cmath>
#include <utility>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Oscillator {
  double dt = 0.01, gamma, mass;
  V x, v;
  void step() {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double a = -std::sin(x[i]) / mass - gamma * v[i];
      v[i] += dt * a;
      x[i] += dt * v[i];
    }
  }
  double energy() const {
    double e = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      e += 0.5 * mass * v[i] * v[i] + 1 - std::cos(x[i]);
    return e;
  }
};
static Oscillator make(const V &x) {
  Oscillator o;
  o.gamma = 0.1;
  o.mass = 2;
  o.x = x;
  o.v.assign(x.size(), 0.0);
  return o;
}
AD_MODES double numbers_only(const V &x) {
  Oscillator o = make(x);
  for (int t = 0; t < 4; ++t)
    o.step();
  return o.energy();
}
AD_MODES double in_a_branch(const V &x) {
  Oscillator o = make(x);
  for (int t = 0; t < 4; ++t) {
    o.step();
    if (t == 1)
      o.gamma = 0.2;
    if (t == 2)
      o.mass *= 1 + o.x[0] * o.x[0];
  }
  return o.energy();
}
AD_MODES double by_copy(const V &x) {
  Oscillator o = make(x), p = make(x);
  p.gamma = x[1];
  for (int t = 0; t < 4; ++t) {
    o.step();
    if (t == 2)
      o = p;
  }
  return o.energy();
}
AD_MODES double by_swap(const V &x) {
  Oscillator o = make(x);
  double g = x[0] * x[1];
  for (int t = 0; t < 4; ++t) {
    o.step();
    std::swap(o.gamma, g);
  }
  return o.energy();
}
static void heat(double &gamma, double by) { gamma *= by; }
AD_MODES double by_reference(const V &x) {
  Oscillator o = make(x);
  double &m = o.mass;
  for (int t = 0; t < 4; ++t) {
    o.step();
    heat(o.gamma, x[2]);
    m += x[3];
  }
  return o.energy();
}
static void set(Oscillator &o, double y, int depth) {
  if (depth > 0)
    return set(o, y * y, depth - 1);
  o.dt = 0.1 * y;
}
AD_MODES double by_call(const V &x) {
  Oscillator o = make(x);
  set(o, x[3], 2);
  for (int t = 0; t < 4; ++t)
    o.step();
  return o.energy();
}
AD_MODES double by_pointer(const V &x) {
  Oscillator o = make(x);
  double *p = x[0] > 0 ? &o.dt : &o.gamma;
  *p = 0.05 * x[0];
  o.step();
  return o.energy();
}

struct Point {
  double x, y;
};
struct Line {
  Point a, b;
  std::array<Point, 2> c;
  double w[2];
};
AD_MODES double braces(const V &x) {
  Line l = {{x[0], 2}, {3, x[1]}, {{{1, 2}, {3, 4}}}, {1, 2}};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += l.a.x * l.a.y * l.b.x * l.b.y * l.c[1].x * l.w[i % 2];
    l.a.y += 1;
    l.w[0] *= 1.5;
    if (i == 1)
      l.c[1].x = x[2]; // all of c
    l.b = l.a;
  }
  return s * l.c[0].y;
}
AD_MODES double kept(const V &x) {
  Line l{};
  l.w[1] = 3;
  auto scaled = [l](double y) mutable {
    l.a.x += 1;
    l.a.y *= y;
    return l.a.x * y + l.a.y + l.w[1];
  };
  Line m = l;
  m.a = {x[1], 1};
  std::swap(l.a, m.a);
  return scaled(x[0]) * scaled(x[1]) * l.a.x * (m.a.x + 1) * (l.a.y + x[2]);
}

struct Base {
  double k = 2, h = 3;
};
struct Derived : Base {
  double c = 1;
  void set(const Base &b) { static_cast<Base &>(*this) = b; }
};
AD_MODES double bases(const V &x) {
  Derived d, e;
  Base b;
  b.h = x[0];
  d.set(b);
  e.k = x[1];
  return d.k * d.h * d.c * x[2] + e.h * e.k * e.c * x[0];
}

int main() {
#define CHECK_ALL(f) CHECK_VECTOR(f, {0.7, 1.3, -0.4, 0.9})
  CHECK_ALL(numbers_only);
  CHECK_ALL(in_a_branch);
  CHECK_ALL(by_copy);
  CHECK_ALL(by_swap);
  CHECK_ALL(by_reference);
  CHECK_ALL(by_call);
  CHECK_ALL(by_pointer);
  CHECK_ALL(braces);
  CHECK_ALL(kept);
  CHECK_ALL(bases);
  return finish();
}
