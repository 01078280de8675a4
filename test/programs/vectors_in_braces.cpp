// Vectors of objects without a default constructor, and of unions, that braces fill: their tangents
// have as many elements.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Scaled {
  double a;
  double row[2];
  Scaled(double k) : a(k), row{k, 1} {}
};

namespace objects {
AD_MODES double f(const V &x) {
  Scaled u(x[0]);
  std::vector<Scaled> v{u, Scaled(x[1])};
  v[1].a *= x[2];
  double s = 0;
  for (auto &e : v)
    s += e.row[0] * e.row[1] + e.a;
  return s * v[1].a;
}
} // namespace objects

namespace rows {
AD_MODES double f(const V &x) {
  Scaled u(x[0]);
  std::vector<Scaled> v;
  v = {u, Scaled(x[1])};
  v[1].a *= x[2];
  std::vector<std::vector<Scaled>> w{v, {u}};
  w[1][0].a *= v[0].row[0];
  double s = 0;
  for (auto &row : w)
    for (auto &e : row)
      s += e.row[0] * e.row[1] + e.a;
  return s * v[1].a;
}
} // namespace rows

union Both {
  double one;
  double two[2];
};

namespace unions {
AD_MODES double f(const V &x) {
  Both u;
  u.two[0] = x[0];
  u.two[1] = x[1];
  std::vector<Both> v{u, u};
  v[1].one *= x[2];
  double s = 0;
  for (auto &e : v)
    s += e.two[0] * e.two[1];
  return s * v[1].one;
}
} // namespace unions

int main() {
  CHECK_CASE(objects, {0.5, 0.3, -0.2});
  CHECK_CASE(rows, {0.5, 0.3, -0.2});
  CHECK_CASE(unions, {0.5, 0.3, -0.2});
  return finish();
}
