// Numbers that are read through one of several pointers, some of them to what has no derivatives.
// derivatives.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

static const double table[4] = {1, 2, 3, 4};
static const double zero = 0.5;

namespace local_array {
BOTH double f(const V &v) {
  double k[4] = {1, 2, 3, 4};
  const double *x = v.data();
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += (i % 2 ? x : k)[i] * v[0];
  return s;
}
} // namespace local_array

namespace local_number {
BOTH double f(const V &v) {
  double none = 0;
  double s = 0;
  for (unsigned i = 0; i < 6; ++i)
    s += *(i < v.size() ? &v[i] : &none) * v[1];
  return s;
}
} // namespace local_number

namespace constant_of_the_file {
BOTH double f(const V &v) {
  const double *x = v[0] > 1 ? v.data() : nullptr;
  double s = 0;
  for (unsigned i = 0; i < 6; ++i)
    s += *(i < v.size() ? &v[i] : &zero) * v[1];
  for (int i = 0; i < 4; ++i)
    s += (x ? x : table)[i] * v[i] * s;
  return s;
}
} // namespace constant_of_the_file

namespace of_three {
BOTH double f(const V &v) {
  V u(v);
  double s = 1;
  for (int i = 0; i < 6; ++i) {
    s += (i % 3 ? i % 3 > 1 ? &u[1] : table + 1 : u.data())[i % 2] * s;
    u[i % 4] *= 0.3 * s;
  }
  return s;
}
} // namespace of_three

namespace members {
struct Body {
  double mass;
  [[ad::constant]] double charge;
  const double &of(bool first) const { return *(first ? &mass : &charge); }
};
BOTH double f(const V &v) {
  Body b{v[0] * v[1], 2};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += b.of(i % 2) * v[i] + b.of(v[i] > 1);
    b.mass *= s;
  }
  return s;
}
} // namespace members

namespace nodes {
struct Node {
  double v, w[2];
  Node *next;
};
BOTH double f(const V &v) {
  Node b{v[0], {v[1], v[2]}, nullptr}, a{v[3], {v[0], 1}, &b};
  static const Node none{1, {2, 3}, nullptr};
  double s = 0;
  for (const Node *n = &a; n; n = n->next)
    s += (n->v > 1 ? n : &none)->v * (n->next ? n->next : &none)->w[1];
  return s;
}
} // namespace nodes

namespace written {
BOTH double f(const V &v) {
  double a = v[0], b = 1, c[2] = {0, 0};
  for (int i = 0; i < 3; ++i)
    *(i % 2 ? &a : &b) *= v[i];
  (a > 1 ? c[0] : b) += a;
  return a * b + c[0];
}
} // namespace written

int main() {
  CHECK_CASE_TWICE(local_array);
  CHECK_CASE_TWICE(local_number);
  CHECK_CASE_TWICE(constant_of_the_file);
  CHECK_CASE_TWICE(of_three);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(nodes);
  CHECK_CASE_TWICE(written);
  return finish();
}
