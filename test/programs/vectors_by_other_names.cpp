// Vectors that change their size by another name: references to one of several, pointers, elements
// of maps, objects on the heap; and that are exchanged there.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
static double joined(const V &a, const V &b) {
  double r = 1;
  for (double x : a)
    r *= x;
  for (double x : b)
    r += x;
  return r;
}
} // namespace

namespace choice_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0]}, b{v[1]};
  for (int k = 0; k < 5; ++k) {
    V &s = k % 2 ? a : b;
    V &t = k % 2 ? b : a;
    s.push_back(t.back() * v[2]);
    if (k == 3)
      t.pop_back();
    s[0] *= t[0];
  }
  double r = 0;
  for (size_t i = 0; i < a.size(); ++i)
    r += a[i] * (i + 1);
  for (double x : b)
    r += x * x;
  return r;
}
} // namespace choice_loop

namespace choice_pointer {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0]}, b{v[1]};
  V *p = &a;
  p->push_back(v[2]);
  p = &b;
  p->push_back(v[3] * v[0]);
  p->push_back(a[1]);
  if (v[0] > 1)
    p = &a;
  p->resize(1);
  return a[0] * b[0] * p->size() + (*p)[0];
}
} // namespace choice_pointer

namespace choice_swap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0]}, b{v[1], v[2]}, c{v[3]};
  V &s = v[0] > 1 ? a : b;
  std::swap(s, c);
  s[0] *= s[0];
  std::swap(a, b);
  return a[0] * b[0] * c[0] + a.size();
}
} // namespace choice_swap

namespace choice_member {
struct S {
  V p, q;
  V &get(bool w) { return w ? p : q; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s;
  for (double x : v)
    s.get(x > 1).push_back(x * x);
  double r = 0;
  for (double x : s.p)
    r += x * s.q[0];
  return r * r;
}
} // namespace choice_member

namespace choice_rec {
struct S {
  V p;
  double k = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S a, b;
  for (double x : v) {
    S &s = x > 1 ? a : b;
    s.p.push_back(x * s.k);
    s.k *= x;
  }
  double r = a.k * b.k;
  for (double x : a.p)
    r += x;
  for (double x : b.p)
    r *= x;
  return r;
}
} // namespace choice_rec

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> m(3);
  for (int i = 0; i < 4; ++i) {
    V &r = v[i] > 1 ? m[0] : m[2];
    r.push_back(v[i] * v[i]);
  }
  std::swap(m[0], m[1]);
  V &q = m[1].empty() ? m[2] : m[1];
  q.push_back(3 * q[0]);
  double s = 0;
  for (auto &r : m)
    for (double x : r)
      s += x * (s + 1);
  return s;
}
} // namespace rows

namespace map_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> g;
  for (int i = 0; i < 8; ++i)
    g[i % 3].push_back(v[i % 4] * (i + 1));
  for (int i = 0; i < 2; ++i) {
    g[i].swap(g[i + 1]);
    g[i][0] *= g[i + 1][1];
  }
  double s = 0;
  for (auto &[k, r] : g)
    for (double x : r)
      s += x * (k + 1) * std::sin(x);
  return s;
}
} // namespace map_loop

namespace map_local_swap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> g;
  V w{v[0], v[1]};
  g[0] = v;
  g[0].swap(w);
  w[3] *= w[0];
  double s = g[0][1] * w[3] * w[2];
  w.swap(g[0]);
  return s + w[0] * g[0][3];
}
} // namespace map_local_swap

namespace umap_choice {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, V> g;
  V z;
  for (int i = 0; i < 4; ++i) {
    auto &t = v[i] > 1 ? g[1] : z;
    t.push_back(v[i] * v[i]);
  }
  double s = 1;
  for (double x : g[1])
    s *= x;
  for (double x : z)
    s += x;
  return s;
}
} // namespace umap_choice

namespace helper {
static void add(V &a, double x) { a.push_back(x * x); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a, b;
  for (double x : v)
    add(x > 1 ? a : b, x);
  return joined(a, b);
}
} // namespace helper

namespace helper2 {
static V &pick(V &a, V &b, bool w) { return w ? a : b; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a, b;
  for (double x : v)
    pick(a, b, x > 1).push_back(x * x);
  return joined(a, b);
}
} // namespace helper2

namespace jump {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a, b;
  for (double x : v) {
    if (x > 2)
      return x * x;
    V &s = x > 1 ? a : b;
    s.push_back(x * x);
    if (s.size() > 2)
      return s[0] * s[1];
  }
  return joined(a, b);
}
} // namespace jump

namespace thr {
static double g(V &a, V &b, double x) {
  V &s = x > 1 ? a : b;
  s.push_back(x * x);
  if (s.size() > 3)
    throw std::runtime_error("x");
  return s.back() * x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a, b;
  double r = 0;
  for (double x : v)
    r += g(a, b, x);
  for (double x : a)
    r *= x;
  for (double x : b)
    r += x;
  return r;
}
} // namespace thr

namespace ext {
static void g(V &out, const V &v) {
  V loc;
  V &s = v[0] > 1 ? out : loc;
  s.push_back(v[0] * v[1]);
  out.push_back(s[0]);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V o{v[3]};
  g(o, v);
  double r = 1;
  for (double x : o)
    r *= x + 1;
  return r;
}
} // namespace ext

namespace arr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::array<V, 3> a;
  V b;
  for (int i = 0; i < 4; ++i) {
    V &s = v[i] > 1 ? a[i % 3] : b;
    s.push_back(v[i] * v[i]);
  }
  a[0].swap(b);
  double r = 1;
  for (auto &q : a)
    for (double x : q)
      r *= x;
  for (double x : b)
    r += x;
  return r;
}
} // namespace arr

namespace rec {
static double go(const V &v, int d) {
  if (d == 0)
    return v[0];
  V a, b;
  for (double x : v) {
    V &s = x > 1 ? a : b;
    s.push_back(x * x * d);
    if (s.size() > 2) {
      s.pop_back();
      s.push_back(x);
    }
  }
  if (a.empty() || b.empty())
    return v[1] * d;
  std::swap(d % 2 ? a : b, d % 2 ? b : a);
  double r = go(v, d - 1);
  return r * a[0] * b.back() + go(v, d - 1) * a.back();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return go(v, 3);
}
} // namespace rec

namespace recmap {
static double go(const V &v, int d) {
  if (d == 0)
    return v[0];
  std::map<int, V> g;
  V z{v[3]};
  for (int i = 0; i < 4; ++i)
    g[i % 2].push_back(v[i] * d);
  g[0].swap(g[1]);
  g[0].swap(z);
  double r = go(v, d - 1);
  return r * g[0][0] * g[1].back() + z[0] * z.back();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return go(v, 3);
}
} // namespace recmap

namespace struct_heap {
struct B {
  V d;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto a = std::make_unique<B>(), b = std::make_unique<B>();
  for (double x : v) {
    B &t = x > 1 ? *a : *b;
    t.d.push_back(x * x);
  }
  std::swap(a->d, b->d);
  double r = 1;
  for (double x : a->d)
    r += x * r;
  for (double x : b->d)
    r *= x;
  return r;
}
} // namespace struct_heap

namespace loops_nested {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double t = 0;
  for (int k = 1; k < 4; ++k) {
    V a{v[0] * k}, b;
    for (int i = 0; i < 4; ++i) {
      V *s = (i + k) % 2 ? &a : &b;
      s->push_back(v[i] * k);
      s->push_back(s->front() * v[i]);
      if (i == 2)
        a.swap(b);
    }
    for (size_t i = 0; i < a.size(); ++i)
      t += a[i] * (i < b.size() ? b[i] : 1);
  }
  return t;
}
} // namespace loops_nested

namespace assign {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0]}, b{v[1], v[2]};
  V &s = v[0] > 1 ? a : b;
  s = v;
  s[0] *= s[1];
  V &q = v[0] > 1 ? b : a;
  q.assign(3, v[3]);
  q.insert(q.begin(), v[0]);
  q.erase(q.begin() + 1);
  s.clear();
  s = {v[1], v[0] * v[2]};
  double r = 0;
  for (double x : a)
    r = r * 2 + x * x;
  for (double x : b)
    r = r * 3 + x * x;
  return r;
}
} // namespace assign

namespace field {
struct S {
  V p, q;
  std::vector<V> m;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s;
  s.m.resize(2);
  for (int i = 0; i < 4; ++i) {
    V &t = v[i] > 1 ? s.p : i % 2 ? s.m[0] : s.q;
    t.push_back(v[i] * v[i]);
  }
  s.p.swap(s.m[0]);
  double r = 1;
  for (double x : s.p)
    r += x * r;
  for (double x : s.q)
    r += x * r;
  for (double x : s.m[0])
    r += x * r;
  return r;
}
} // namespace field

namespace keeps_ptr {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0], v[1]}, b{v[2]};
  double *p = &a[1];
  V &s = v[0] > 0 ? b : a;
  s.push_back(v[3] * *p);
  *p *= 2;
  return a[1] * b[1];
}
} // namespace keeps_ptr

namespace self_swap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, V> m;
  m[1] = v;
  m[1].swap(m[1]);
  V &a = m[1], &b = m[v[0] > 0 ? 1 : 2];
  a.push_back(v[0] * v[1]);
  b.push_back(a.back() * 2);
  std::swap(a, b);
  return m[1][5] * m[1][4];
}
} // namespace self_swap

namespace lambda {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a, b;
  bool left = v[0] > 1;
  auto add = [&](double x) {
    (left ? a : b).push_back(x * x);
    left = !left;
  };
  for (double x : v)
    add(x);
  return joined(a, b);
}
} // namespace lambda

namespace rec_alias {
static void g(V &a, V &b, double x, int n) {
  if (n == 0)
    return;
  V &t = n % 2 ? a : b;
  (void)t;
  a.push_back(x * x);
  b.push_back(a.back() * b[0]);
  g(b, a, x * 0.7, n - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V p{v[0]}, q{v[1]};
  g(p, q, v[2], 2);
  g(p, p, v[3], 2);
  double s = 0;
  for (double x : p)
    s = s * 0.5 + x;
  for (double x : q)
    s = s * 0.3 + x;
  return s;
}
} // namespace rec_alias

namespace size_read {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a{v[0]}, b;
  V *t = &b;
  for (int i = 0; i < 5; ++i) {
    t->push_back(v[i % 4] * (a.size() + b.size()));
    t = a.size() > b.size() ? &b : &a;
    if (a.size() == 3) {
      t->pop_back();
      a.erase(a.begin());
    }
  }
  V c(a.size() + b.size(), v[3]);
  for (size_t i = 0; i < a.size(); ++i)
    c[i] *= a[i];
  double s = 0;
  for (double x : c)
    s += x * x;
  return s;
}
} // namespace size_read

namespace struct_vec_of_struct {
struct P {
  double x;
  V h;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> a, b;
  for (double x : v) {
    auto &t = x > 1 ? a : b;
    t.push_back(P{x, {x, x * x}});
    t.back().h.push_back(x * t.front().x);
    if (t.size() > 1)
      t.erase(t.begin());
  }
  double s = 1;
  for (auto &p : a)
    s *= p.h[2] * p.x;
  for (auto &p : b)
    s += p.h[1] * p.x;
  return s;
}
} // namespace struct_vec_of_struct

namespace outer_array {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V a[3];
  int at = 0;
  for (int i = 0; i < 6; ++i) {
    V &t = a[at];
    t.push_back(v[i % 4] * (i + 1));
    at = (at + int(t.size())) % 3;
    a[at].swap(a[(at + 1) % 3]);
  }
  double s = 0;
  for (auto &r : a)
    for (double x : r)
      s = s * 0.6 + std::sin(x);
  return s;
}
} // namespace outer_array

int main() {
  CHECK_CASE_TWICE(choice_loop);
  CHECK_CASE_TWICE(choice_pointer);
  CHECK_CASE_TWICE(choice_swap);
  CHECK_CASE_TWICE(choice_member);
  CHECK_CASE_TWICE(choice_rec);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(map_loop);
  CHECK_CASE_TWICE(map_local_swap);
  CHECK_CASE_TWICE(umap_choice);
  CHECK_CASE_TWICE(helper);
  CHECK_CASE_TWICE(helper2);
  CHECK_CASE_TWICE(jump);
  CHECK_CASE_TWICE(thr);
  CHECK_CASE_TWICE(ext);
  CHECK_CASE_TWICE(arr);
  CHECK_CASE_TWICE(rec);
  CHECK_CASE_TWICE(recmap);
  CHECK_CASE_TWICE(struct_heap);
  CHECK_CASE_TWICE(loops_nested);
  CHECK_CASE_TWICE(assign);
  CHECK_CASE_TWICE(field);
  CHECK_CASE_TWICE(keeps_ptr);
  CHECK_CASE_TWICE(self_swap);
  CHECK_CASE_TWICE(lambda);
  CHECK_CASE_TWICE(rec_alias);
  CHECK_CASE_TWICE(size_read);
  CHECK_CASE_TWICE(struct_vec_of_struct);
  CHECK_CASE_TWICE(outer_array);
  return finish();
}
