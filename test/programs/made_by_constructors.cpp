// Objects that hold references, and parts that only their constructors make what they are:
// constants, and objects that need arguments.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Work {
  double a = 1;
  const int n;
  const bool twice;
  Work() : n(0), twice(false) {}
  explicit Work(int k, bool twice = true) : n(k), twice(twice) {}
};

namespace constants {
struct Solver {
  const double &k;
  Work w;
  Solver(const double &x, int m) : k(x), w(m) {}
};
BOTH double f(const V &v) {
  Solver s(v[0], 2);
  s.w.a += v[1];
  double sum = 0;
  for (int i = 0; i < s.w.n; ++i)
    sum += s.k * s.k * s.w.a * (s.w.twice ? 2 : 1);
  return sum;
}
} // namespace constants

namespace constants_of_bases {
struct Solver : Work {
  const V &v;
  Solver(const V &v, int m) : Work(m, false), v(v) {}
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += a * v[i] * v[i + 1];
    return twice ? 2 * s : s;
  }
};
BOTH double f(const V &v) { return Solver(v, 3).sum() + Solver(v, 1).sum(); }
} // namespace constants_of_bases

namespace constant_vectors {
struct Table {
  const std::vector<int> order;
  V x;
  explicit Table(int n) : order{n, 1, 0}, x(4, 0.5) {}
};
struct Reader {
  const V &v;
  Table table;
  double scale;
  explicit Reader(const V &v) : v(v), table(3), scale(v[2]) {}
  double read() {
    double s = 0;
    for (int k : table.order) {
      table.x[k] += scale * v[k];
      s += table.x[k] * table.x[k];
    }
    return s;
  }
};
BOTH double f(const V &v) {
  Reader r(v);
  return r.read() + r.read();
}
} // namespace constant_vectors

namespace aggregates {
struct Scalar {
  double s;
  explicit Scalar(double x) : s(x) {}
};
struct Scaled {
  Scalar l;
  const double &r;
};
BOTH double f(const V &v) {
  double w = v[0] * v[1], sum = 0;
  for (int i = 0; i < 3; ++i) {
    Scaled e{Scalar(v[i]), w};
    e.l.s *= 1 + e.r;
    w += e.l.s;
    sum += e.l.s * e.r;
  }
  return sum;
}
} // namespace aggregates

namespace bases {
struct Clock {
  double t;
  explicit Clock(double a) : t(a) {}
};
struct Model : protected Clock {
  const double &p;
  explicit Model(const double &q) : Clock(q * q), p(q) {}
  double value() const { return t * p; }
};
BOTH double f(const V &v) {
  double s = 0;
  for (double each : v) {
    Model m(each);
    s += m.value();
  }
  return s;
}
} // namespace bases

namespace schemes {
struct Upwind {
  const double c;
  explicit Upwind(double c) : c(c) {}
  double operator()(double left, double here) const { return here - c * (here - left); }
};
template <class Scheme> class Advection {
  const Scheme scheme;
  V &u;
  V next;

public:
  Advection(Scheme scheme, V &u) : scheme(scheme), u(u), next(u) {}
  void step() {
    for (std::size_t i = 1; i < u.size(); ++i)
      next[i] = scheme(u[i - 1], u[i]);
    u.swap(next);
  }
};
BOTH double f(const V &v) {
  V u = v;
  Advection<Upwind> a(Upwind(0.4), u);
  for (int t = 0; t < 3; ++t)
    a.step();
  return u[1] * u[1] + u[2] * u[3];
}
} // namespace schemes

int main() {
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(constants_of_bases);
  CHECK_CASE_TWICE(constant_vectors);
  CHECK_CASE_TWICE(aggregates);
  CHECK_CASE_TWICE(bases);
  CHECK_CASE_TWICE(schemes);
  return finish();
}
