// Overloads that are chosen by whether the object may be changed.
#include "vectors.h"
#include <utility>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace counted {
struct Flags {
  int d[3] = {1, 2, 3}, asked = 0;
  int at(int i) {
    ++asked;
    return d[i] + 100;
  }
  int at(int i) const { return d[i]; }
  int &operator[](int i) {
    asked += 10;
    return d[i];
  }
  int operator[](int i) const { return 1000 + d[i]; }
  int operator()() { return 7; }
  int operator()() const { return 8; }
};
static int first(const Flags &g, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += g.at(i) + g[i];
  return s;
}
static int copied(Flags g, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += g() * g.d[i];
  return s;
}
static int copied(const Flags g, int n, int) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += g() * g.d[i];
  return s;
}
BOTH double f(const V &v) {
  Flags g;
  g.d[0] = v[0] > 1;
  const Flags &c = g;
  const Flags *p = &g;
  Flags *q = &g;
  double x = v[0] * c.at(1) + v[1] * g.at(2) + v[2] * p->at(0) + v[3] * std::as_const(g).at(2);
  x += v[0] * c[1] + v[1] * g[2] + v[2] * (*p)[0] + v[3] * static_cast<const Flags &>(g)[2];
  x += v[1] * c() + v[2] * g() * 10 + v[3] * (*p)() * 100 + v[0] * (*q)() * 1000 + v[0] * q->at(1);
  x += v[1] * first(g, 3) + v[2] * copied(g, 2) + v[3] * copied(c, 2) + v[0] * copied(g, 3, 1);
  x *= v[2];
  return x * g.asked;
}
} // namespace counted

namespace given {
struct State {
  int k = 2;
  double w = 3;
};
static int who(const State &s, int n) {
  int t = 0;
  for (int i = 0; i < n; ++i)
    t += s.k;
  return t;
}
static int who(State &s, int n) {
  int t = 0;
  for (int i = 0; i < n; ++i)
    t += 10 * s.k++;
  return t;
}
static int who(State *s) { return s->k * 100; }
static int who(const State *s) { return s->k * 1000; }
static int operator+(const State &s, int n) { return s.k + n; }
static int operator+(State &s, int n) { return 10 * s.k++ + n; }
template <class T> int deduced(T &, int n) {
  int t = 0;
  for (int i = 0; i < n; ++i)
    t += std::is_const<T>::value ? 1 : 1000;
  return t;
}
BOTH double weighed(const State &s, double x) { return s.w * x; }
BOTH double weighed(State &s, double x) {
  s.w += 1;
  return s.w * x * x;
}
BOTH double f(const V &v) {
  State s;
  s.w = v[1];
  const State &c = s;
  double x = v[0] * who(c, 2);
  x += v[1] * who(s, 2);
  x += v[2] * who(&s) + v[3] * who(&c);
  x += v[0] * (c + 1);
  x += v[1] * (s + 1);
  x += v[2] * deduced(c, 2) + v[3] * deduced(s, 2);
  x += v[0] * who(std::as_const(s), 1) * s.k;
  x += weighed(c, v[0]);
  x *= weighed(s, v[1]);
  return x * v[2] + weighed(std::as_const(s), v[2]);
}
} // namespace given

namespace active {
struct Grid {
  double d[3] = {1, 2, 3}, asked = 0;
  double &at(int i) {
    asked += 0.5;
    return d[i];
  }
  double at(int i) const { return 2 * d[i]; }
  BOTH double sum(double x) { return asked += d[0] * x; }
  BOTH double sum(double x) const { return d[1] * x * x; }
};
BOTH double f(const V &v) {
  Grid g;
  const Grid &c = g;
  g.at(0) = v[0];
  g.at(1) *= v[1];
  double x = c.at(0) * v[2];
  x += g.at(1) * v[3];
  x += c.sum(v[1]);
  x += g.sum(v[2]);
  x += std::as_const(g).sum(v[3]);
  return x * c.at(2) + g.asked;
}
} // namespace active

int main() {
  CHECK_CASE_TWICE(counted);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(active);
  return finish();
}
