// Pointers to constant pointers that are assigned and walk.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Node {
  double v;
  Node *next;
};

namespace cc {
double walk(const Node *head, double x) {
  double s = x;
  const Node *const *q = &head;
  while (*q) {
    s = std::sin(s) * (*q)->v;
    q = &(*q)->next;
  }
  return s;
}
BOTH double f(const V &v) {
  Node b{v[1], nullptr}, a{v[0], &b};
  return walk(&a, v[2]);
}
} // namespace cc

namespace nc {
double walk(Node *head, double x) {
  double s = x;
  Node *const *q = &head;
  while (*q) {
    s = std::sin(s) * (*q)->v;
    q = &(*q)->next;
  }
  return s;
}
BOTH double f(const V &v) {
  Node b{v[1], nullptr}, a{v[0], &b};
  return walk(&a, v[2]);
}
} // namespace nc

namespace inl {
BOTH double f(const V &v) {
  Node b{v[1], nullptr}, a{v[0], &b};
  const Node *head = &a;
  double s = v[2];
  const Node *const *q = &head;
  while (*q) {
    s = std::sin(s) * (*q)->v;
    q = &(*q)->next;
  }
  return s;
}
} // namespace inl

namespace once_const {
BOTH double f(const V &v) {
  const double *a = &v[0], *b = &v[1];
  const double *const *q = &a;
  double s = **q;
  q = &b;
  return s * **q;
}
} // namespace once_const

namespace array_walk {
BOTH double f(const V &v) {
  const double *a[3] = {&v[0], &v[1], &v[2]};
  double s = 1;
  for (const double *const *q = a; q != a + 3; ++q)
    s *= **q;
  return s;
}
} // namespace array_walk

namespace branch {
BOTH double f(const V &v) {
  const double *a = &v[0], *b = &v[1];
  const double *const *q = &a;
  if (v[2] > 0)
    q = &b;
  return std::sin(**q);
}
} // namespace branch

namespace ret_nested {
double g(const double *const *p, int n) {
  double s = 1;
  for (; n > 0; --n, ++p) {
    if (**p < 0)
      continue;
    s = std::sin(s) * **p;
  }
  return s;
}
BOTH double f(const V &v) {
  const double *a[3] = {&v[0], &v[1], &v[2]};
  return g(a, 3);
}
} // namespace ret_nested

namespace member_pp {
struct It {
  const double *const *p;
};
BOTH double f(const V &v) {
  const double *a[3] = {&v[0], &v[1], &v[2]};
  It i{a};
  double s = 1;
  for (int k = 0; k < 3; ++k) {
    s = std::sin(s) * **i.p;
    ++i.p;
  }
  return s;
}
} // namespace member_pp

namespace ppp {
BOTH double f(const V &v) {
  const double *a[3] = {&v[0], &v[1], &v[2]};
  const double *const *p = a;
  const double *const *const *pp = &p;
  double s = 1;
  for (int k = 0; k < 3; ++k) {
    s = std::sin(s) * ***pp;
    ++p;
  }
  return s;
}
} // namespace ppp

int main() {
  CHECK_CASE_TWICE(cc);
  CHECK_CASE_TWICE(nc);
  CHECK_CASE_TWICE(inl);
  CHECK_CASE_TWICE(once_const);
  CHECK_CASE_TWICE(array_walk);
  CHECK_CASE_TWICE(branch);
  CHECK_CASE_TWICE(ret_nested);
  CHECK_CASE_TWICE(member_pp);
  CHECK_CASE_TWICE(ppp);
  return finish();
}
