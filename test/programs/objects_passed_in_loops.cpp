// Objects that arrays on the tape cannot hold, passed by value and by reference to callees that are
// reversed as a pair: std::pair, std::tuple, optional, classes with a copy constructor of their
// own.
#include "vectors.h"
#include <optional>
#include <tuple>
#include <utility>

using V = std::vector<double>;

static double use(std::pair<double, double> p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.first;
    x += p.first * p.second;
    p.first *= x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double pairs(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    const std::pair<double, double> p{s, v[1] * i};
    s += use(p, v[2], i);
  }
  return s;
}
static double uset(std::tuple<double, double> p, double x, int n) {
  auto [a, b] = p;
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * a;
    x += a * b;
    a *= x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double tuples(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    std::tuple<double, double> p{s, v[1] * i};
    s += uset(p, v[2], i);
  }
  return s;
}
static double useo(std::optional<double> p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.value_or(1);
    x += p ? *p * *p : 0.1;
    if (p)
      *p *= x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double opts(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    const std::optional<double> p = s * v[1];
    s += useo(p, v[2], i);
  }
  return s;
}
static double usev(std::vector<double> p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p[0];
    x += p[1] * p[0];
    p[0] *= x;
  }
  return x;
}
struct S {
  V v;
  double y;
};
static double uses(S p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.v[0];
    x += p.v[1] * p.y;
    p.v[0] *= x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double vecs(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    const std::vector<double> p{s, v[1]};
    s += usev(p, v[2], i);
    const S q{p, s};
    s += uses(q, v[2], i);
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double pairs_in_while(const V &v) {
  double s = v[0];
  int i = 0;
  while (s < 5 && i < 6) {
    const std::pair<double, double> p{s, v[1] * i};
    s += use(p, v[2], i);
    ++i;
  }
  return s;
}
struct H {
  V v;
  double y;
};
static double useh(const H &p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.v[0];
    x += p.v[0] * p.v[1] * p.y;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double holders(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    const H h{{s, v[1]}, s};
    s += useh(h, v[2], i);
    const H k{h};
    s += useh(k, v[1], i);
  }
  return s;
}
struct U {
  double x, y;
  U(double a, double b) : x(a), y(b) {}
  U(const U &o) : x(o.x), y(o.y) {}
};
static double useu(const U &p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.x;
    x += p.x * p.y;
  }
  return x;
}
static double useuv(U p, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x > 2)
      return x * p.x;
    x += p.x * p.y;
    p.x *= x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double users(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    const U h(s, v[1]);
    s += useu(h, v[2], i);
    s += useuv(h, v[1], i);
  }
  return s;
}

int main() {
  CHECK_VECTOR(pairs, {0.3, 0.7, 1.1});
  CHECK_VECTOR(tuples, {0.3, 0.7, 1.1});
  CHECK_VECTOR(opts, {0.3, 0.7, 1.1});
  CHECK_VECTOR(vecs, {0.3, 0.7, 1.1});
  CHECK_VECTOR(pairs_in_while, {0.3, 0.7, 1.1});
  CHECK_VECTOR(holders, {0.3, 0.7, 1.1});
  CHECK_VECTOR(users, {0.3, 0.7, 1.1});
  return finish();
}
