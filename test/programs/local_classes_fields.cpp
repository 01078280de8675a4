// Fields of local classes, which companions declare again: bit-fields, enumerations of the
// function or class, other local classes, arrays.
#include "vectors.h"

using V = std::vector<double>;

namespace enumerations {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  enum Kind { Small, Big = 3 } kind = Small;
  enum class Side : char { Left, Right };
  Side side = Side::Left;
  struct L {
    double x;
    enum { A = 3, B } e;
    Kind k;
    Side s;
    Side both[2];
  };
  L l{v[0], L::A, kind, Side::Right, {Side::Left, Side::Right}};
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    if (v[0] * i > v[1])
      kind = Big;
    l.k = kind;
    side = i % 2 ? Side::Left : Side::Right;
    l.both[i % 2] = side;
    if (l.both[0] == Side::Right)
      l.s = side;
    switch (l.s) {
    case Side::Left:
      r += l.x * kind;
      break;
    case Side::Right:
      r += v[1];
    }
    if (l.e == L::A) {
      l.e = L::B;
      l.x *= v[1] * l.e;
    }
    r *= l.x + static_cast<int>(l.k) + l.e;
  }
  return r;
}
} // namespace enumerations
namespace bits {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  struct L {
    double x;
    unsigned k : 2;
    int m = 1;
    double y[2][2];
    const char *s = "ab";
  };
  L l{v[0], 0, 2, {{1, v[1]}, {2, 3}}};
  double r = 0;
  for (unsigned i = 0; i < 7; ++i) {
    l.k = i;
    l.x *= v[1];
    r += l.x * l.k * l.y[0][1] * l.m;
  }
  return r;
}
} // namespace bits
namespace nested {
static double g(const V &v) {
  struct In {
    double a = 2;
  };
  struct L {
    In in;
    double x;
    int e;
    double get() const { return in.a * x; }
  };
  L l;
  l.x = v[0];
  l.e = 3;
  l.in.a *= v[1];
  L all[2] = {l, l};
  for (auto &each : all) {
    each.x *= each.get();
    if (each.x > 1e6)
      return 0;
  }
  return all[0].x * all[1].get() * l.e;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) { return g(v) * g(v); }
} // namespace nested

int main() {
  CHECK_CASE(enumerations, {0.7, 1.3});
  CHECK_CASE(bits, {0.7, 1.3});
  CHECK_CASE(nested, {0.7, 1.3});
  return finish();
}
