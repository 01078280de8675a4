// Arms of ?: that are not taken are not read: choices by addresses of what is written.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct N {
  double x;
  N *up;
};
} // namespace

namespace root_of_list {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  N a[2] = {{v[0], nullptr}, {v[1], a}};
  double r = 0;
  for (N &n : a) {
    n.x = &n == a ? n.x : std::sin(n.up->x);
    r += n.x;
  }
  return r;
}
} // namespace root_of_list

namespace walk_to_root {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  N b{v[0], nullptr}, c{v[1], &b};
  double r = 0;
  for (N *p = &c; p; p = p->up) {
    p->x *= p == &b ? 2.0 : p->up->x;
    r += p->x;
  }
  return r;
}
} // namespace walk_to_root

namespace boundary {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x[4] = {v[0], v[1], v[2], v[3]};
  double r = 0;
  for (double *p = x; p < x + 4; ++p) {
    *p *= p == x ? 2.0 : p[-1];
    r += *p;
  }
  return r;
}
} // namespace boundary

namespace iterators {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V x(v);
  double r = 0;
  for (auto p = x.begin(); p != x.end(); ++p) {
    *p *= p == x.begin() ? 2.0 : p[-1];
    r += *p;
  }
  return r;
}
} // namespace iterators

namespace scalars {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1], r = 0;
  for (int i = 0; i < 3; ++i) {
    double *p = i % 2 ? &a : &b, *q = p == &a ? nullptr : &a;
    *p *= p == &a ? 2.0 : *q;
    r += a * b;
  }
  return r;
}
} // namespace scalars

namespace without_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x[4] = {v[0], v[1], v[2], v[3]};
  double *p = v[1] > 1 ? x : x + 1;
  *p *= p == x ? p[1] : p[-1];
  return x[0] + x[1];
}
} // namespace without_loop

namespace both_tests {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x[4] = {v[0], v[1], v[2], v[3]};
  double r = 0;
  for (double *p = x; p < x + 4; ++p) {
    *p *= p != x && v[1] > 0.1 ? p[-1] : 2.0;
    r += *p;
  }
  return r;
}
} // namespace both_tests

int main() {
  CHECK_CASE_TWICE(root_of_list);
  CHECK_CASE_TWICE(walk_to_root);
  CHECK_CASE_TWICE(boundary);
  CHECK_CASE_TWICE(iterators);
  CHECK_CASE_TWICE(scalars);
  CHECK_CASE_TWICE(without_loop);
  CHECK_CASE_TWICE(both_tests);
  return finish();
}
