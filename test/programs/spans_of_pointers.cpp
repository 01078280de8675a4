// Spans of pointers, and of objects that hold pointers.
#include "vectors.h"
#include <array>
#include <memory>
#include <span>
#include <utility>

#if __cplusplus >= 202002L // spans
#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace pointers {
static double g(std::span<double *const> l) {
  double s = 0;
  for (auto *p : l)
    s += *p;
  return s;
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace pointers

namespace edges {
struct Pt {
  double x;
};
struct E {
  Pt *a;
  double w;
};
static double g(std::span<const E> es) {
  double s = 0;
  for (auto &e : es)
    s += e.a->x * e.w;
  for (auto &e : es)
    e.a->x *= 2;
  return s;
}
BOTH double f(const V &v) {
  Pt a{v[0]}, b{v[1]};
  std::vector<E> es{{&a, v[2]}, {&b, v[3]}};
  return g(es) * g(std::span(es).first(1)) + a.x;
}
} // namespace edges

namespace annotated {
[[ad::differentiate(forward, reverse)]] double g(std::span<double *const> l) {
  double s = 0;
  for (auto *p : l)
    s += *p * *p;
  return s;
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace annotated

namespace constants {
[[ad::differentiate(forward, reverse)]] double g(std::span<const double *const> l) {
  double s = 0;
  for (auto *p : l)
    s += *p * *p;
  return s;
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<const double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace constants

namespace written {
[[ad::differentiate(forward, reverse)]] double g(std::span<double *> l) {
  double s = 0;
  for (auto *p : l) {
    s += *p * *p;
    *p *= 2;
  }
  return s;
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace written

namespace set {
[[ad::differentiate(forward, reverse)]] double g(std::span<const double *> l) {
  double s = 0;
  for (auto *p : l) {
    s += *p * *p;
  }
  return s;
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<const double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace set

namespace extent {
[[ad::differentiate(forward, reverse)]] double g(std::span<const double *const, 2> l) {
  return *l[0] * *l[1];
}
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  std::array<const double *, 2> ps{&a, &b};
  return g(ps) * a;
}
} // namespace extent

int main() {
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(edges);
  CHECK_CASE_TWICE(annotated);
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(written);
  CHECK_CASE_TWICE(set);
  CHECK_CASE_TWICE(extent);
  return finish();
}
#else
int main() { return 0; }
#endif
