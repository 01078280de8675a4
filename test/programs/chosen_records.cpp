// Records that are one of two, periodic neighbours however often around, and vectors that are read
// here and there and exchanged with new ones.
#include "told.h"
#include <cmath>
#include <utility>

struct State {
  double h, q;
};
static std::vector<State> states(const V &v, int n) {
  const V a = spread(v, n), b = spread(v, n + 1);
  std::vector<State> u(n);
  for (int i = 0; i < n; ++i)
    u[i] = {0.3 * a[i], 0.2 * b[i + 1]};
  return u;
}
static double weighed(const std::vector<State> &u) {
  double s = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    s += (1 + 0.1 * i) * u[i].h * u[i].q + u[i].h;
  return s;
}
static State flux(const State &u) { return {u.q, u.q * u.q / (1 + u.h * u.h)}; }

namespace walls { // a copy, or one that is made
static double run(const V &v, int n) {
  std::vector<State> u = states(v, n), next(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < n; ++i) {
      State l = i > 0 ? u[i - 1] : State{u[0].h, -u[0].q};
      State r = i + 1 < n ? u[i + 1] : State{u[n - 1].h, -u[n - 1].q};
      const State fl = flux(l), fr = flux(r);
      next[i].h = 0.5 * (l.h + r.h) - 0.1 * (fr.h - fl.h);
      next[i].q = 0.5 * (l.q + r.q) - 0.1 * (fr.q - fl.q) * u[i].h;
    }
    u = next;
  }
  return weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 9)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));
}
} // namespace walls

namespace nested { // a choice in a choice, by data, in place, and one that is changed
static double run(const V &v, int n) {
  std::vector<State> u = states(v, n);
  double s = 0;
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < n; ++i) {
      const State l = i == 0        ? State{v[0], v[1]}
                      : u[i].h > .2 ? u[i - 1]
                                    : State{u[i].q, u[i - 1].h};
      State m = i % 2 ? u[i] : l;
      m.h *= l.q;
      u[i] = {l.h * m.q + 0.1, std::sin(l.q + m.h)};
      s += m.h * u[i].q;
    }
  return s + weighed(u);
}
BOTH double f(const V &v) {
  return run(v, told(v, 9)) + run(v, told(v, 2)) + run(v, told(v, 1)) + run(v, told(v, 0));
}
} // namespace nested

namespace around {
template <class Index> static double run(const V &v, Index n) {
  V u = spread(v, n), next = u;
  for (int t = 0; t < 3; ++t) {
    for (Index i = 0; i < n; ++i) {
      const double a = u[(i + n) % n], b = u[(i + 1 + n) % n], c = u[(n + 2 + i) % n],
                   d = u[(i + 3 * n + 1) % n], e = u[(i - 1 + n) % n], f = u[(i + n + n - 2) % n];
      next[i] = 0.3 * a + std::sin(b * c) + 0.1 * d * e + 0.05 * f * f;
    }
    u.swap(next);
  }
  return ::weighed(u);
}
BOTH double f(const V &v) {
  double s = 0;
  for (int n : {9, 4, 3, 2, 1, 0})
    s += run<int>(v, n) + run<long>(v, n) +
         (n < 2 ? 0 : run<unsigned>(v, n) + run<std::size_t>(v, n));
  return s;
}
} // namespace around

namespace sparse {
struct Matrix {
  int n;
  std::vector<int> start, index;
  V value;
  V operator*(const V &x) const {
    V y(n);
    for (int i = 0; i < n; ++i)
      for (int k = start[i]; k < start[i + 1]; ++k)
        y[i] += value[k] * x[index[k]];
    return y;
  }
};
static double run(const V &v, int n) {
  Matrix a{n, {0}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      a.index.push_back((i * 2 + k) % n);
      a.value.push_back(v[(i + k) & 3] * (1 + 0.1 * k));
    }
    a.start.push_back(int(a.index.size()));
  }
  V x = spread(v, n);
  double l = 0;
  for (int t = 0; t < 5; ++t) {
    V y = a * x;
    double s = 0;
    for (double e : y)
      s += e * e;
    l = std::sqrt(s);
    for (double &e : y)
      e /= l;
    x = std::move(y);
  }
  return l + ::weighed(x);
}
BOTH double f(const V &v) { return run(v, told(v, 9)) + run(v, told(v, 2)) + run(v, told(v, 1)); }
} // namespace sparse

int main() {
  CHECK_CASE_TWICE(walls);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(around);
  CHECK_CASE_TWICE(sparse);
  return finish();
}
