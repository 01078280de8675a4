// Pointers that lead to other pieces of an array in each iteration, which overlap.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct View {
  double *a;
};
} // namespace

namespace chosen {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    double *p = v[k] > 1 ? &s[k] : &s[k > 0 ? k - 1 : 0];
    p[0] *= p[1];
    r += p[0];
  }
  return r;
}
} // namespace chosen

namespace member {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    View m{&s[k]};
    m.a[0] *= m.a[1];
    r += m.a[0];
  }
  return r;
}
} // namespace member

namespace member_assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  View m;
  for (int k = 0; k < 3; ++k) {
    m.a = &s[k];
    m.a[0] *= m.a[1];
    r += m.a[0];
  }
  return r;
}
} // namespace member_assigned

namespace from_function {
static double *at(std::vector<double> &s, int k) { return k % 2 ? &s[k - 1] : &s[k]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 4; ++k) {
    double *p = at(s, k);
    p[0] *= p[1];
    r += p[0];
  }
  return r;
}
} // namespace from_function

namespace parameter_walk {
static double g(double *s, int n) {
  double r = 0;
  for (int k = 0; k + 1 < n; ++k) {
    double *p = s[k] > 1 ? s + k : s + 1;
    p[0] *= p[1];
    r += p[0] * p[1];
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  return g(s.data(), 4);
}
} // namespace parameter_walk

namespace table {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[4] = {v[0], v[1], v[2], v[3]};
  double *t[3] = {s + 1, s, s + 2};
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    double *p = t[k];
    p[0] *= p[1];
    r += p[0];
  }
  return r;
}
} // namespace table

namespace table_twice {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[4] = {v[0], v[1], v[2], v[3]};
  double *t[3] = {s + 1, s, s + 2};
  double r = 0;
  for (int j = 0; j < 2; ++j)
    for (int k = 0; k < 3; ++k) {
      double *p = t[k];
      p[0] *= p[1];
      p[1] += 0.5 * p[0];
      r += p[0];
    }
  return r;
}
} // namespace table_twice

namespace list {
struct Node {
  double x[2];
  Node *next;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node c{{v[2], v[3]}, nullptr}, b{{v[1], v[2]}, &c}, a{{v[0], v[1]}, &b};
  double r = 0;
  for (int j = 0; j < 2; ++j)
    for (Node *n = &a; n; n = n->next) {
      n->x[0] *= n->x[1];
      if (n->next)
        n->x[1] += n->next->x[0];
      r += n->x[0];
    }
  return r;
}
} // namespace list

namespace objects {
struct Cell {
  double u[2];
};
struct Face {
  Cell *l, *r;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cell c[3] = {{{v[0], v[1]}}, {{v[1], v[2]}}, {{v[2], v[3]}}};
  Face fs[3] = {{&c[0], &c[1]}, {&c[1], &c[2]}, {&c[2], &c[0]}};
  double s = 0;
  for (Face &q : fs) {
    double d = q.l->u[0] * q.r->u[1];
    q.l->u[1] += 0.3 * d;
    q.r->u[0] -= 0.2 * d * q.l->u[1];
    s += d * q.l->u[0];
  }
  return s;
}
} // namespace objects

namespace inner {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int i = 0; i < 2; ++i) {
    double *p = v[i] > 1 ? &s[i] : &s[i + 1];
    for (int k = 0; k < 2; ++k)
      p[0] = p[0] * p[1] + v[k];
    r += p[0] * p[1];
  }
  return r;
}
} // namespace inner

namespace vectors_of_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  std::vector<double *> t;
  for (int k = 0; k < 3; ++k)
    t.push_back(&s[k]);
  double r = 0;
  for (double *p : t) {
    p[0] *= p[1];
    r += p[0] + p[1] * p[0];
  }
  return r;
}
} // namespace vectors_of_pointers

namespace class_rows {
struct M {
  double *a;
  int n;
  double *row(int i) { return a + i * n; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[6] = {v[0], v[1], v[2], v[3], v[0] * 2, v[1] * 2};
  double r = 0;
  for (int i = 0; i < 2; ++i) {
    M m{s + i, 2};
    for (int k = 0; k < 2; ++k) {
      double *q = m.row(k);
      q[0] *= q[1];
      r += q[0];
    }
  }
  return r;
}
} // namespace class_rows

namespace reference {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> s(v);
  double r = 0;
  for (int k = 0; k < 3; ++k) {
    double *const &p = (v[k] > 1 ? &s[k] : &s[k > 0 ? k - 1 : 0]);
    p[0] *= p[1];
    r += p[0];
  }
  return r;
}
} // namespace reference

int main() {
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(member_assigned);
  CHECK_CASE_TWICE(from_function);
  CHECK_CASE_TWICE(parameter_walk);
  CHECK_CASE_TWICE(table);
  CHECK_CASE_TWICE(table_twice);
  CHECK_CASE_TWICE(list);
  CHECK_CASE_TWICE(objects);
  CHECK_CASE_TWICE(inner);
  CHECK_CASE_TWICE(vectors_of_pointers);
  CHECK_CASE_TWICE(class_rows);
  CHECK_CASE_TWICE(reference);
  return finish();
}
