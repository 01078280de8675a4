// Functions that ask where their arguments lie, and are given what is recorded in the same
// statement: they are given the place itself, and what they say is asked once.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <iterator>
#include <list>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

/// Whether these are one number.
[[gnu::noinline]] bool same(const double &a, const double &b) { return &a == &b; }
/// Which element of the array at base a is.
[[gnu::noinline]] int place(const double &a, const double *base) {
  int n = 0;
  while (base + n != &a)
    ++n;
  return n;
}

namespace function_of_its_own {
double sum(const double &a, const double *base, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (&a)[i] * base[i];
  return n > 1 ? s + sum(a, base, n - 1) : s * a + double(&a - base);
}
BOTH double f(const V &v) {
  V x = v;
  for (int i = 0; i + 1 < int(x.size()); ++i)
    x[i] *= x[i] + sum(x[i], x.data(), 2);
  return x[0] * x[1] + x[2];
}
} // namespace function_of_its_own

namespace number_from_elsewhere {
[[gnu::noinline]] int placed(const double *a, const double *base) { return int(a - base); }
BOTH double f(const V &v) {
  V x = v;
  for (double &e : x) {
    e *= e + place(e, x.data());
    e *= e + placed(&e, x.data()) * v[0];
  }
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace number_from_elsewhere

namespace asked_by_a_lambda {
BOTH double f(const V &v) {
  V x = v;
  auto at = [&x](const double &e) { return double(&e - x.data()); };
  for (double &e : x)
    e *= e * (1 + at(e)) + at(x[1]);
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace asked_by_a_lambda

namespace object_asks_for_itself {
struct Cell {
  double w = 1;
  const Cell *favourite = nullptr;
  void step(double k) { w *= w * k * (this == favourite ? 2 : 1); }
  double power(double k) const { return w * k * (this == favourite ? 2 : 1); }
};
BOTH double f(const V &v) {
  Cell cells[4];
  for (int i = 0; i < 4; ++i) {
    cells[i].w = v[i];
    cells[i].favourite = &cells[2];
  }
  for (Cell &c : cells) {
    c.step(1.5);
    c.w *= c.power(v[0]) + c.w;
  }
  return cells[0].w * cells[1].w + cells[2].w * cells[3].w;
}
} // namespace object_asks_for_itself

namespace added_to_what_is_recorded {
BOTH double f(const V &v) {
  V x = v;
  for (double &e : x)
    e = e * e * v[0] + place(e, x.data());
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace added_to_what_is_recorded

namespace local_given_by_reference {
double k1, k2;
[[gnu::noinline]] bool is(const double &a, const double *c) { return &a == c; }
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  const double *cur = &b;
  for (double e : v) {
    a = a * a * e + is(a, cur);
    b = b * e * b + 2 * is(b, cur);
    cur = cur == &a ? &b : &a;
  }
  return a * b;
}
} // namespace local_given_by_reference

namespace method_of_an_element {
struct Cell {
  double w;
  const Cell *o;
  [[gnu::noinline]] int is() const {
    int n = 0;
    for (const Cell *c = this; c != o; ++c)
      ++n;
    return n;
  }
};
BOTH double f(const V &v) {
  Cell c[4];
  for (int i = 0; i < 4; ++i) {
    c[i].w = v[i];
    c[i].o = &c[3];
  }
  for (Cell &x : c)
    x.w = x.w * x.w * v[1] + x.is();
  for (Cell &x : c) {
    Cell y = x;
    x = Cell{y.w * x.w + x.is() * y.w, &c[3]};
    x.w *= x.w;
  }
  return c[0].w * c[1].w + c[2].w * c[3].w;
}
} // namespace method_of_an_element

namespace pointer_given_on {
[[gnu::noinline]] bool is(const double *a, const double *c) { return a == c; }
BOTH double f(const V &v) {
  V x = v;
  for (double &e : x)
    e = e * e * v[0] + is(&e, &x[1]) + is(&x[0], &e) * e;
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace pointer_given_on

namespace function_template {
template <class T> [[gnu::noinline]] long at(const T &a, const V &x) { return &a - x.data(); }
BOTH double f(const V &v) {
  V x = v;
  for (double &e : x) {
    e = e * e * v[0] + at(e, x);
    if (at(e, x) == 1)
      e = 2 * e * e;
    else
      e *= e * at(e, x);
  }
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace function_template

namespace library_asks {
BOTH double f(const V &v) {
  V x = v;
  const double *mid = &x[2];
  for (double &e : x) {
    e = e * e * v[0] + std::less<const double *>()(&e, mid);
    e *= e + std::distance<const double *>(x.data(), &e);
  }
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace library_asks

namespace kept_for_a_loop_with_calls {
double at(const double &a, const double *base, int n) {
  return n > 0 ? at(a, base, n - 1) : a * double(&a - base);
}
BOTH double f(const V &v) {
  V w = v;
  double s = 1;
  const double *base = w.data();
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      double y = 0;
      for (int j = 0; j < 4; ++j)
        y += w[i] * std::sin(w[i] * w[j]) + at(w[j], base, 2);
      s += 0.01 * y;
    }
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace kept_for_a_loop_with_calls

namespace kept_for_a_loop_that_asks {
BOTH double f(const V &v) {
  V w = v;
  double s = 1;
  const double *base = w.data();
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      double y = 0;
      for (int j = 0; j < 4; ++j)
        y += w[i] * std::sin(w[i] * w[j]) + place(w[j], base);
      s += 0.01 * y;
    }
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace kept_for_a_loop_that_asks

namespace kept_for_a_loop_with_effects {
int count = 0;
[[ad::constant, gnu::noinline]] void place(const double &a, const double *base, int *out) {
  *out = &a - base;
  ++count;
}
BOTH double f(const V &v) {
  V w = v;
  double s = 1;
  const double *base = w.data();
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i) {
      double y = 0;
      for (int j = 0; j < 4; ++j) {
        int k;
        place(w[j], base, &k);
        y += w[i] * std::sin(w[i] * w[j]) + k;
      }
      s += 0.01 * y;
    }
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace kept_for_a_loop_with_effects

namespace same_numbers {
BOTH double f(const V &v) {
  std::list<double> l(v.begin(), v.end());
  for (double &e : l)
    e *= e * (same(e, l.front()) ? 3 : 1) + same(e, l.back());
  return l.front() * 2 + l.back();
}
} // namespace same_numbers

namespace same_locals {
BOTH double f(const V &v) {
  double a = v[0], b = v[1];
  const double *c = &b;
  for (double e : v) {
    a = a * a * e + (same(a, *c) ? a : e);
    b = b * e * b + b * (same(*c, b) ? 2 : 1);
    c = c == &a ? &b : &a;
  }
  return a * b;
}
} // namespace same_locals

namespace same_objects {
struct B {
  double x, m;
};
bool same(const B &a, const B &b) { return &a == &b; }
BOTH double f(const V &v) {
  B a{v[0], 1}, b{v[1], 2};
  const B *c = &b;
  for (double e : v) {
    a = B{a.x * a.x * e + (same(a, *c) ? a.x : e), a.m};
    b.x *= b.x * e + (same(*c, b) ? 2 : 1) * b.x;
    c = c == &a ? &b : &a;
  }
  return a.x * b.x;
}
} // namespace same_objects

namespace same_objects_in_a_vector {
struct B {
  double x, m;
  bool same(const B &b) const { return this == &b; }
};
BOTH double f(const V &v) {
  std::vector<B> w;
  for (double e : v)
    w.push_back({e, 1});
  const B *c = &w[1];
  for (B &a : w) {
    a = B{a.x * a.x * v[0] + (a.same(*c) ? a.x : a.m), a.m * a.x + a.same(w[0])};
    a.x *= a.m * a.x + (c->same(a) ? 2 : 1);
  }
  return w[0].x * w[1].x + w[2].m * w[3].x;
}
} // namespace same_objects_in_a_vector

namespace what_lies_beside {
[[gnu::noinline]] bool positive(const double &a) { return (&a)[1] > 0.8; }
BOTH double f(const V &v) {
  V x = v;
  for (int i = 0; i < 3; ++i)
    x[i] *= x[i] * (positive(x[i]) ? 3 : 1) + positive(x[i]);
  return x[0] * x[1] + x[2] * x[3];
}
} // namespace what_lies_beside

namespace same_bodies {
struct B {
  double x, m;
};
bool same(const B &a, const B &b) { return &a == &b; }
BOTH double f(const V &v) {
  B b[4];
  for (int i = 0; i < 4; ++i)
    b[i] = {v[i], 1.0 + i};
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 4; ++i) {
      double fx = 0;
      for (int j = 0; j < 4; ++j) {
        if (same(b[i], b[j]))
          continue;
        fx += b[j].m * b[i].x * b[j].x;
      }
      for (const B &o : b)
        fx += same(o, b[i]) ? o.x : 0.1 * o.x * b[i].x;
      b[i].x += 0.1 * fx;
    }
    s += b[t].x;
  }
  return s;
}
} // namespace same_bodies

namespace asked_behind_a_call {
double ask(const V &w, const double *base, int i) {
  double y = 0;
  for (int j = 0; j < 4; ++j) {
    double q = w[j] * w[i] + 0.1 * (&w[j] - base);
    y += q * std::exp(-q) + 0.1 * place(w[j], base);
  }
  return y;
}
BOTH double f(const V &v) {
  V w = v;
  double s = 1;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      s += ask(w, w.data(), i);
    for (double &e : w)
      e = std::sin(s * e);
  }
  return s;
}
} // namespace asked_behind_a_call

int main() {
  CHECK_CASE_TWICE(function_of_its_own);
  CHECK_CASE_TWICE(number_from_elsewhere);
  CHECK_CASE_TWICE(asked_by_a_lambda);
  CHECK_CASE_TWICE(object_asks_for_itself);
  CHECK_CASE_TWICE(added_to_what_is_recorded);
  CHECK_CASE_TWICE(local_given_by_reference);
  CHECK_CASE_TWICE(method_of_an_element);
  CHECK_CASE_TWICE(pointer_given_on);
  CHECK_CASE_TWICE(function_template);
  CHECK_CASE_TWICE(library_asks);
  CHECK_CASE_TWICE(kept_for_a_loop_with_calls);
  CHECK_CASE_TWICE(kept_for_a_loop_that_asks);
  CHECK_CASE_TWICE(kept_for_a_loop_with_effects);
  CHECK_CASE_TWICE(same_numbers);
  CHECK_CASE_TWICE(same_locals);
  CHECK_CASE_TWICE(same_objects);
  CHECK_CASE_TWICE(same_objects_in_a_vector);
  CHECK_CASE_TWICE(what_lies_beside);
  CHECK_CASE_TWICE(same_bodies);
  CHECK_CASE_TWICE(asked_behind_a_call);
  return finish();
}
