// What is appended to a vector is read through a pointer that leads elsewhere later: a member, an
// element, the pointer of an owner that is moved, swapped or reset.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct S {
  double *p;
};
} // namespace

namespace member_ptr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  S s{&a};
  V w;
  w.push_back(*s.p);
  s.p = &b;
  w.push_back(*s.p * v[2]);
  return w[0] * w[1];
}
} // namespace member_ptr

namespace member_ptr2 {
struct S {
  double *p;
  V w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  S s;
  s.p = &a;
  s.w.push_back(*s.p);
  s.p = &b;
  s.w.push_back(*s.p * v[2]);
  s.p = nullptr;
  return s.w[0] * s.w[1];
}
} // namespace member_ptr2

namespace target_ptr {
struct B {
  V w;
  double k;
};
struct S {
  B *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B a{{v[0]}, v[1]}, b{{v[2]}, v[3]};
  S s{&a};
  s.p->w.push_back(v[1] * s.p->k);
  s.p->w.push_back(s.p->w[0]);
  s.p = &b;
  s.p->w.push_back(s.p->k * v[0]);
  s.p->w.pop_back();
  s.p->w.push_back(a.w[1]);
  s.p = nullptr;
  return a.w[1] * a.w[2] * b.w[1] + b.w[0];
}
} // namespace target_ptr

namespace loop_ptr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]};
  S s{a};
  V w;
  for (int i = 0; i < 4; ++i) {
    w.push_back(*s.p * *s.p);
    s.p = &a[(i + 1) % 4];
    w.resize(w.size() + 1, *s.p);
  }
  double r = 0;
  for (double y : w)
    r = r * 0.7 + std::sin(y);
  return r;
}
} // namespace loop_ptr

namespace push_callee_repoints {
struct O {
  V d;
  double *p;
};
static void add(O &o, double *n) {
  o.d.push_back(*o.p);
  o.p = n;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0], y = v[1];
  O o{{}, &x};
  add(o, &y);
  return o.d[0] * v[2] + y;
}
} // namespace push_callee_repoints

namespace push_member_pointer_repointed {
struct O {
  V d;
  double *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0], y = v[1];
  O o{{}, &x};
  o.d.push_back(*o.p);
  o.p = &y;
  return o.d[0] * v[2] + y;
}
} // namespace push_member_pointer_repointed

namespace push_unique_moved_refilled {
struct O {
  V d;
  std::unique_ptr<double> u;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o;
  o.u = std::make_unique<double>(v[0]);
  o.d.push_back(*o.u);
  O q = std::move(o);
  o.u = std::make_unique<double>(v[1]);
  return q.d[0] * *q.u * *o.u;
}
} // namespace push_unique_moved_refilled

namespace push_unique_swapped {
struct O {
  V d;
  std::unique_ptr<double> u;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o, q;
  o.u = std::make_unique<double>(v[0]);
  q.u = std::make_unique<double>(v[1]);
  o.d.push_back(*o.u);
  o.u.swap(q.u);
  return o.d[0] * *q.u + *o.u;
}
} // namespace push_unique_swapped

namespace q1_minimal {
struct R {
  double *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0], y = v[1];
  R o{&x};
  V d;
  d.push_back(*o.p);
  o.p = &y;
  return d[0] * v[2] + y;
}
} // namespace q1_minimal

namespace q3_array_of_pointers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0], y = v[1];
  double *p[1] = {&x};
  V d;
  d.push_back(*p[0]);
  p[0] = &y;
  return d[0] * v[2] + y;
}
} // namespace q3_array_of_pointers

namespace q7_rows {
struct R {
  std::vector<V> d;
  V *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V x = v, y{v[1]};
  R o{{}, &x};
  o.d.push_back(*o.p);
  o.p = &y;
  return o.d[0][0] * v[2] + y[0];
}
} // namespace q7_rows

namespace m3p {
struct O {
  V d;
  std::unique_ptr<double> u;
  O(double x) : d(2, x), u(std::make_unique<double>(x * x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o(v[0]);
  o.d.push_back(*o.u);
  O q = std::move(o);
  return q.d[2];
}
} // namespace m3p

namespace m3q {
struct O {
  V d;
  std::unique_ptr<double> u;
  O(double x) : d(2, x), u(std::make_unique<double>(x * x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o(v[0]);
  o.d.push_back(*o.u);
  if (v[0] > 1) {
    O q = std::move(o);
    return q.d[2];
  }
  return *o.u;
}
} // namespace m3q

namespace m4m {
struct O {
  V d;
  std::vector<int> k;
  std::unique_ptr<double> u;
  O(double x) : d(2, x), u(std::make_unique<double>(x * x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  O o(v[0]);
  o.k.push_back(4);
  if (v[0] > 1) {
    O q = std::move(o);
    return q.d[0];
  }
  return *o.u;
}
} // namespace m4m

namespace b1_crash {
struct O {
  V d;
  std::unique_ptr<double> u;
  std::vector<int> k;
  O(double x) : d(2, x), u(std::make_unique<double>(x * x)), k{1, 2} {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    O o(v[i]);
    o.d.push_back(*o.u * s);
    o.k.push_back(i);
    *o.u *= o.d[0];
    if (i == 2) {
      O q = std::move(o);
      q.d[0] *= *q.u;
      s += q.d[0];
      continue;
    }
    s += o.d.back() * o.k.size() + *o.u;
  }
  return s;
}
} // namespace b1_crash

int main() {
  CHECK_CASE_TWICE(member_ptr);
  CHECK_CASE_TWICE(member_ptr2);
  CHECK_CASE_TWICE(target_ptr);
  CHECK_CASE_TWICE(loop_ptr);
  CHECK_CASE_TWICE(push_callee_repoints);
  CHECK_CASE_TWICE(push_member_pointer_repointed);
  CHECK_CASE_TWICE(push_unique_moved_refilled);
  CHECK_CASE_TWICE(push_unique_swapped);
  CHECK_CASE_TWICE(q1_minimal);
  CHECK_CASE_TWICE(q3_array_of_pointers);
  CHECK_CASE_TWICE(q7_rows);
  CHECK_CASE_TWICE(m3p);
  CHECK_CASE_TWICE(m3q);
  CHECK_CASE_TWICE(m4m);
  CHECK_CASE_TWICE(b1_crash);
  return finish();
}
