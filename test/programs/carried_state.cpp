// What an iteration starts from gets a name, and records of which only parts are read are numbers
// of their own: what would make that wrong is state that changes in between, in parts, in branches
// and inner loops, or by other names.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;

struct State {
  double x, y, vx, vy;
};
static State slope(const State &s, double k) {
  const double speed = std::sqrt(s.vx * s.vx + s.vy * s.vy + 1);
  return {s.vx, s.vy, -k * speed * s.vx, -1 - k * speed * s.vy};
}
static State along(const State &a, double h, const State &b) {
  return {a.x + h * b.x, a.y + h * b.y, a.vx + h * b.vx, a.vy + h * b.vy};
}

namespace classical { // all four slopes are made of the state in front
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  State s{0, 0, x[0], x[1]};
  const double h = 0.1 * x[3];
  for (int i = 0; i < 5; ++i) {
    const State k1 = slope(s, x[2]), k2 = slope(along(s, h / 2, k1), x[2]);
    const State k3 = slope(along(s, h / 2, k2), x[2]), k4 = slope(along(s, h, k3), x[2]);
    s.x += h / 6 * (k1.x + 2 * k2.x + 2 * k3.x + k4.x);
    s.y += h / 6 * (k1.y + 2 * k2.y + 2 * k3.y + k4.y);
    s.vx += h / 6 * (k1.vx + 2 * k2.vx + 2 * k3.vx + k4.vx);
    s.vy += h / 6 * (k1.vy + 2 * k2.vy + 2 * k3.vy + k4.vy);
  }
  return s.x * s.y + s.vx * s.vy;
}
} // namespace classical

namespace in_turn { // one part changes before the next is read
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  State s{x[0], x[1], x[2], x[3]};
  for (int i = 0; i < 4; ++i) {
    const double force = -s.x * s.x * s.y;
    s.vx += 0.1 * force * s.x;
    const double drag = s.vx * s.vx;
    s.x += 0.1 * s.vx * drag;
    const double other = s.x * s.vx * s.y;
    s.y = s.y * other + 0.2 * s.x;
    if (i == 2)
      s = {s.y, s.x, s.vx * drag, s.vy};
  }
  return s.x * s.y + s.vx * s.vy;
}
} // namespace in_turn

namespace branches { // the state changes in some of them, before and behind
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double u = x[0], v = x[1];
  for (int i = 0; i < 5; ++i) {
    if (i % 2)
      u *= 1.1 * v;
    const double a = u * u + v;
    double b = 0;
    for (int j = 0; j < 2; ++j) {
      const double c = u * a + b;
      b += 0.1 * c * v;
      if (j == 1 && i == 3)
        v -= 0.1 * c;
    }
    if (a > 1.5) {
      u = 0.5 * a * b;
      continue;
    }
    const double d = u * b * v;
    u += 0.2 * d;
    v += 0.1 * d * a * u;
  }
  return u * v;
}
} // namespace branches

namespace until { // a loop of unknown length that is left in the middle
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double u = x[0], v = x[1], t = 0;
  while (true) {
    const double k = x[2] * u - u * v, l = u * v - x[3] * v;
    const double p = u + 0.05 * k, q = v + 0.05 * l;
    t += 0.1;
    if (t > 0.65)
      break;
    u += 0.1 * (x[2] * p - p * q);
    if (u > 5)
      continue;
    v += 0.1 * (p * q - x[3] * q) * k;
  }
  return u * v + u;
}
} // namespace until

namespace other_names { // references, pointers and closures change the state
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double u = x[0], v = x[1];
  State s{x[0], x[1], x[2], x[3]};
  double &same = u, *p = &s.vx;
  auto turn = [&] { v = 0.5 * u * v; };
  for (int i = 0; i < 4; ++i) {
    const double a = u * s.vx;
    same += 0.1 * a;
    const double b = u * a * v;
    turn();
    const double c = v * b * s.vx;
    *p += 0.1 * c * u;
    const double d = s.vx * s.x;
    s.x += 0.1 * d * v;
  }
  return u * v + s.x * s.vx;
}
} // namespace other_names

namespace parts { // records in records, changed ones, ones that are passed on
struct Inner {
  double a, b;
};
struct Outer {
  Inner in;
  double c;
};
static double sum(const Inner &i) { return i.a * i.b; }
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double r = x[0];
  for (int i = 0; i < 3; ++i) {
    const Inner one = {r * x[1], r + x[2]};
    const Inner passed = {r * one.a, one.b};
    Inner changed = {r, one.a * one.b};
    changed.a *= passed.b;
    const Outer nested = {{one.a, r}, one.b * r};
    const int n = i;
    const struct {
      double d;
      int n;
    } mixed = {r * nested.c, n};
    r = 0.3 * (one.a * one.b + sum(passed) + changed.a * changed.b + nested.in.a * nested.c +
               mixed.d * mixed.n);
  }
  return r;
}
} // namespace parts

int main() {
  CHECK_CASE(classical, {0.5, 1.5, 0.3, 0.9});
  CHECK_CASE(in_turn, {0.5, 1.5, 0.3, 0.9});
  CHECK_CASE(branches, {0.5, 1.5});
  CHECK_CASE(branches, {1.2, 0.5});
  CHECK_CASE(until, {0.5, 1.5, 0.3, 0.9});
  CHECK_CASE(other_names, {0.5, 1.5, 0.3, 0.9});
  CHECK_CASE(parts, {0.5, 1.5, 0.3});
  return finish();
}
