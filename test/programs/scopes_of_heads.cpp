// Objects that the heads of if, switch and range-based for declare are destroyed where these end;
// temporaries in conditions with the full expression.
#include "vectors.h"
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Depth {
  int &d;
  explicit Depth(int &a) : d(a) { ++d; }
  ~Depth() { --d; }
};
struct Guard {
  double *t, w;
  Guard(double *p, double v) : t(p), w(v) { *t += v; }
  ~Guard() { *t *= 0.9; }
  explicit operator bool() const { return w > 0.5; }
  double value() const { return w * *t; }
};
struct Range {
  double *t;
  V v;
  Range(double *p, const V &x) : t(p), v(x) {}
  ~Range() { *t += 1; }
};

namespace depths {
BOTH double f(const V &v) {
  double s = 0;
  int d = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    if (Depth q(d); i % 2)
      s += v[i] * d;
    s += v[i] * v[i] * (1 + d);
  }
  return s;
}
} // namespace depths

namespace conditions {
BOTH double f(const V &v) {
  double t = 1, s = 0;
  for (double x : v) {
    if (Guard q{&t, x})
      s += t;
    else if (Guard r{&t, 2 * x}; r.w < 0)
      s -= t * t;
    s += t * 0.3;
  }
  return s * t;
}
} // namespace conditions

namespace owners {
BOTH double f(const V &v) {
  double t = 1, s = 0;
  for (double x : v) {
    if (auto p = std::make_unique<Guard>(&t, x); p->w > 0.5)
      s += t;
    s += t * 0.3;
  }
  return s * t;
}
} // namespace owners

namespace switches {
BOTH double f(const V &v) {
  double t = 1, s = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    switch (Guard q{&t, v[i]}; i % 3) {
    case 1:
      s += t;
      break;
    case 2:
      s += t * t;
      continue;
    default:
      if (i > 2)
        break;
      s -= t;
    }
    switch (int(Guard(&t, v[i]).w > 0.5)) {
    case 0:
      s += t;
      break;
    default:
      s -= 2 * t;
    }
    s += t * 0.3;
  }
  return s * t;
}
} // namespace switches

namespace ranges {
BOTH double f(const V &v) {
  double t = 1, s = 0;
  int d = 0;
  for (size_t i = 0; i < v.size(); ++i) {
    for (double e : Range(&t, v).v) {
      if (e < 0)
        continue;
      s += e * t;
      if (e > 1)
        break;
    }
    s += t * v[i];
    for (Depth q(d); int k : {1, 2})
      s += v[i] * d * k;
    s += v[i] * v[i] * (1 + d);
  }
  return s;
}
} // namespace ranges

namespace returns {
static double one(double *t, double v) {
  if (Guard q(t, v); v > 0.5)
    return *t;
  return *t * v;
}
static double nested(double *t, double v) {
  {
    Guard q(t, v);
    if (v > 0.5)
      return *t;
  }
  *t += v;
  switch (Guard q(t, 2 * v); v > 0) {
  case 1:
    return *t * v;
  default:
    break;
  }
  return *t * *t;
}
static double among(double *t, const V &v, double least) {
  for (double e : Range(t, v).v)
    if (e > least)
      return e * *t;
  return *t;
}

BOTH double f(const V &v) {
  double t = 1, s = 0;
  for (double x : v)
    s += one(&t, x) * t + nested(&t, x) * t + among(&t, v, x) * t;
  return s;
}
} // namespace returns

namespace choices {
BOTH double f(const V &v) {
  double t = 1, s = 0;
  for (double x : v)
    s += Guard(&t, x).value() > 1 ? t : -t * t;
  return s * t;
}
} // namespace choices

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(depths);
  CHECK_CASE_TWICE(conditions);
  CHECK_CASE_TWICE(owners);
  CHECK_CASE_TWICE(switches);
  CHECK_CASE_TWICE(ranges);
  CHECK_CASE_TWICE(returns);
  CHECK_CASE_TWICE(choices);
  return finish();
}
