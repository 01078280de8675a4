// Null pointers that choose one of several functions or constructors.
#include "vectors.h"
#include <memory>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

template <int N> struct tag {};

// Constants are computed by the functions themselves.
namespace constants {
static double power(double x, int n, const tag<1> *t) { return n ? x * power(x * x, n - 1, t) : x; }
static double power(double x, int n, const tag<2> *) {
  return n ? 1 + x * power(x, n - 1, static_cast<const tag<2> *>(nullptr)) : x;
}
BOTH double f(const V &v) {
  const int n = v.size();
  const double a = power(n * 0.25, 3, static_cast<const tag<1> *>(nullptr));
  double b = power(1.5, n, (const tag<2> *)0);
  if (b > a)
    b = power(n, 2, static_cast<const tag<2> *>(nullptr));
  return a * v[0] + b * v[1] * power(v[2], n - 1, static_cast<const tag<1> *>(nullptr)) +
         power(v[3], 2, (const tag<2> *)nullptr);
}
} // namespace constants

namespace constructors {
struct Line {
  double slope;
  Line(double x, const int *p) : slope(p ? x : x * x) {}
  Line(double x, const double *p) : slope(p ? *p : x * 3) {}
  virtual double at(double y) const { return slope * y; }
  virtual ~Line() {}
};
BOTH double f(const V &v) {
  Line a(v[0], (const int *)nullptr), b(v[1], (const double *)nullptr);
  auto p = std::make_unique<Line>(v[2], (const int *)0);
  const Line *all[] = {&a, &b, p.get()};
  double s = v[3];
  for (auto q : all)
    s = q->at(s);
  return s;
}
} // namespace constructors

int main() {
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(constructors);
  return finish();
}
