// Classes whose copies are written '= default'.
#include "vectors.h"
#include <utility>
#include <vector>

using V = std::vector<double>;

class Base {
public:
  double a = 0;
  Base() = default;
  Base(double x) : a(x) {}

protected:
  Base(const Base &) = default;
  Base &operator=(const Base &) = default;
};
class Der : public Base {
public:
  double b = 0;
  Der() = default;
  Der(double x, double y) : Base(x), b(y) {}
  Der(const Der &) = default;
  Der &operator=(const Der &) = default;
};
class NoAssign {
public:
  double a;
  NoAssign(double x) : a(x) {}
  NoAssign(const NoAssign &) = default;
  NoAssign &operator=(const NoAssign &) = delete;
};
class WithConst {
public:
  const double a;
  double b;
  WithConst(double x, double y) : a(x), b(y) {}
  WithConst(const WithConst &) = default;
};
class WithVec {
public:
  std::vector<double> c;
  double b;
  WithVec(double x, double y) : c{x, y}, b(y) {}
  WithVec(const WithVec &) = default;
  WithVec &operator=(const WithVec &) = default;
  WithVec(WithVec &&) = default;
  WithVec &operator=(WithVec &&) = default;
  ~WithVec() = default;
};

namespace derived {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Der d(v[0], v[1]);
  Der e = d;
  e.a *= v[2];
  d = e;
  return d.a * d.b;
}
} // namespace derived

namespace never_assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  NoAssign d(v[0]);
  NoAssign e = d;
  e.a *= v[2];
  return d.a * e.a;
}
} // namespace never_assigned

namespace with_constants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  WithConst d(v[0], v[1]);
  WithConst e = d;
  e.b *= v[2];
  return d.a * e.a * e.b;
}
} // namespace with_constants

namespace with_vectors {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  WithVec d(v[0], v[1]);
  WithVec e = d;
  e.c[0] *= v[2];
  d = std::move(e);
  WithVec g = std::move(d);
  return g.c[0] * g.b * g.c[1];
}
} // namespace with_vectors

namespace in_vectors {
static double use(WithVec w, double k) {
  w.c[0] *= k;
  return w.c[0] * w.b;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<WithVec> ws;
  for (int i = 0; i < 3; ++i)
    ws.push_back(WithVec(v[i], v[i + 1]));
  ws[0] = ws[2];
  double s = 0;
  for (auto w : ws)
    s += use(w, v[3]) * w.c[0];
  return s;
}
} // namespace in_vectors

int main() {
  CHECK_CASE_TWICE(derived);
  CHECK_CASE_TWICE(never_assigned);
  CHECK_CASE_TWICE(with_constants);
  CHECK_CASE_TWICE(with_vectors);
  CHECK_CASE_TWICE(in_vectors);
  return finish();
}
