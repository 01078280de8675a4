// Spans of objects that hold vectors, maps, owned memory or parts that may be missing.
#include "vectors.h"
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#if __cplusplus >= 202002L // spans
#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace records {
struct P {
  double x;
  V h;
};
static double g(std::span<const P> l) {
  double s = 0;
  for (auto &p : l)
    s += p.x * p.h[0];
  return s;
}
BOTH double f(const V &v) {
  std::vector<P> ps{{v[0], v}, {v[1], {v[2]}}};
  return g(ps) + g({ps.data(), 1});
}
} // namespace records

namespace grown {
struct P {
  double x;
  V h;
};
static void g(std::span<P> l) {
  for (auto &p : l) {
    p.h.push_back(p.x);
    p.x *= 2;
  }
}
BOTH double f(const V &v) {
  std::vector<P> ps{{v[0], v}, {v[1], {v[2]}}};
  g(ps);
  g({ps.data() + 1, 1});
  return ps[1].h[1] * ps[1].x + ps[1].h[2] * ps[0].h.back();
}
} // namespace grown

namespace members {
struct P {
  double x;
  V h;
};
struct W {
  std::span<const P> ps;
  double k;
  double sum() const {
    double s = 0;
    for (auto &p : ps)
      s += p.h[0] * k;
    return s;
  }
};
BOTH double f(const V &v) {
  std::vector<P> ps{{v[0], v}, {v[1], {v[2]}}};
  W w{ps, v[3]};
  return w.sum();
}
} // namespace members

namespace rows {
BOTH double f(const V &v) {
  std::vector<V> rows{v, {1, v[2]}};
  std::span<const V> s(rows);
  double t = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    for (double x : s[i])
      t += x * s.front()[1];
  return t + s.back()[1];
}
} // namespace rows

namespace maps {
static double g(std::span<const std::map<int, double>> l) {
  double s = 0;
  for (auto &m : l)
    for (auto &[k, x] : m)
      s += k * x;
  return s;
}
BOTH double f(const V &v) {
  std::vector<std::map<int, double>> l(2);
  l[0][1] = v[0];
  l[1][2] = v[1];
  return g(l) * v[2];
}
} // namespace maps

namespace optionals {
static double g(std::span<const std::optional<double>> l) {
  double s = 0;
  for (auto &m : l)
    if (m)
      s += *m;
  return s;
}
BOTH double f(const V &v) {
  std::vector<std::optional<double>> l{v[0], std::nullopt};
  return g(l) * v[2];
}
} // namespace optionals

namespace owners {
struct L {
  std::unique_ptr<double> p;
  double w;
};
static double g(std::span<const L> l) {
  double s = 0;
  for (auto &m : l)
    s += *m.p * m.w;
  return s;
}
BOTH double f(const V &v) {
  std::vector<L> l;
  l.push_back({std::make_unique<double>(v[0]), v[1]});
  return g(l) * v[2];
}
} // namespace owners

namespace annotated {
[[ad::differentiate(forward, reverse)]] double g(std::span<const V> l) {
  double s = 0;
  for (auto &p : l)
    s += p[0] * p[1];
  return s;
}
BOTH double f(const V &v) {
  std::vector<V> ps{v, v};
  return g(ps) * v[0];
}
} // namespace annotated

namespace annotated_records {
struct P {
  double x;
  V h;
};
[[ad::differentiate(forward, reverse)]] double g(std::span<const P> l, double k) {
  double s = 0;
  for (auto &p : l)
    s += p.x * p.h[0];
  return s * k;
}
BOTH double f(const V &v) {
  std::vector<P> ps{{v[0], v}, {v[1], {v[2]}}};
  return g(ps, v[3]);
}
} // namespace annotated_records

namespace annotated_members {
struct S {
  std::span<const V> rows;
  double k;
};
[[ad::differentiate(forward, reverse)]] double g(const S &s) {
  double t = 0;
  for (auto &r : s.rows)
    t += r[1] * s.k;
  return t;
}
BOTH double f(const V &v) {
  std::vector<V> ps{v, v};
  return g(S{ps, v[0]});
}
} // namespace annotated_members

int main() {
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(grown);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(maps);
  CHECK_CASE_TWICE(optionals);
  CHECK_CASE_TWICE(owners);
  CHECK_CASE_TWICE(annotated);
  CHECK_CASE_TWICE(annotated_records);
  CHECK_CASE_TWICE(annotated_members);
  return finish();
}
#else
int main() { return 0; }
#endif
