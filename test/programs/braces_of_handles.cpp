// Vectors of objects that hold pointers, from braces.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace {
struct Tr {
  std::shared_ptr<V> d = std::make_shared<V>();
};
} // namespace

namespace defaulted {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Tr a;
  a.d->push_back(v[0]);
  std::vector<Tr> ts{a};
  return (*ts[0].d)[0] * v[1];
}
} // namespace defaulted

namespace constructed {
struct Tr {
  std::shared_ptr<double> d;
  Tr() : d(std::make_shared<double>(1)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Tr a, b;
  *a.d = v[0];
  *b.d *= v[2];
  std::vector<Tr> ts = {a, b, a};
  *ts[2].d *= v[3];
  return *ts[0].d * v[1] * *ts[1].d;
}
} // namespace constructed

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Tr a;
  a.d->push_back(v[0]);
  std::vector<Tr> ts;
  ts = {a, a};
  return (*ts[0].d)[0] * v[1];
}
} // namespace assigned

namespace of_constants {
struct Tr {
  const double *p;
  int k = 3;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Tr> ts{Tr{&v[0]}, Tr{&v[1], 2}};
  return *ts[0].p * ts[0].k * *ts[1].p;
}
} // namespace of_constants

int main() {
  CHECK_CASE_TWICE(defaulted);
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(of_constants);
  return finish();
}
