// Ranges and copies that are erased and inserted, and empty lists that are assigned, where elements
// have no constructor without arguments.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace {
struct Pt {
  double x;
  Pt(double x) : x(x) {}
};
} // namespace

namespace erase_range {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> p;
  p.push_back(Pt(v[0]));
  p.push_back(Pt(v[1]));
  p.emplace_back(v[2]);
  p.erase(p.begin(), p.begin() + 1);
  return p[0].x * p[1].x * p.size();
}
} // namespace erase_range

namespace insert_n {
struct Pt {
  double x;
  std::string n;
  Pt(double x) : x(x), n("long enough to be on the heap, yes") {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> q;
  for (double x : v)
    q.emplace_back(x);
  q.insert(q.begin() + 1, 2, q[3]);
  std::vector<Pt> r;
  r.emplace_back(v[0] * v[1]);
  r.insert(r.begin(), q.begin() + 1, q.end() - 1);
  r.assign(q.begin() + 1, q.begin() + 4);
  double s = 0;
  int k = 1;
  for (auto &p : q)
    s += p.x * p.x * k++;
  for (auto &p : r)
    s += p.x * p.x * k++;
  return s;
}
} // namespace insert_n

namespace remove_if {
struct Pt {
  double x;
  int a;
  Pt(double x, int a) : x(x), a(a) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> q;
  for (int i = 0; i < 4; ++i)
    q.emplace_back(v[i], i);
  q.erase(std::remove_if(q.begin(), q.end(), [](const Pt &p) { return p.a % 2 == 0; }), q.end());
  double s = 1;
  for (auto &p : q)
    s *= p.x;
  return s * q.size();
}
} // namespace remove_if

namespace empty_list {
struct Pt {
  std::string n;
  double x;
  Pt(std::string n, double x) : n(n), x(x) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> q;
  q.emplace_back("a", v[0]);
  double s = q[0].x;
  q = {};
  q.emplace_back("b", v[1] * s);
  q.clear();
  q.emplace_back("c", v[2]);
  return s * q[0].x;
}
} // namespace empty_list

namespace in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Pt> q;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    q.emplace_back(v[i] * (s + 1));
    q.insert(q.begin(), 1, Pt(v[0]));
    if (q.size() > 3)
      q.erase(q.begin() + 1, q.begin() + 3);
    for (auto &p : q)
      s += 0.3 * p.x * p.x;
  }
  return s;
}
} // namespace in_loop

namespace emptied {
struct R {
  V a;
  std::vector<V> b;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  std::vector<V> m{v, v};
  double s = w[0] * m[1][2];
  R r{v, m};
  s += r.b[1][0];
  w = {};
  m = {};
  r.a = {};
  r.b = {};
  w.push_back(v[1] * s);
  m.push_back({v[2], s});
  r.a.push_back(m[0][0]);
  return w[0] * m[0][0] * m[0][1] + r.a[0] + w.size();
}
} // namespace emptied

namespace emptied_in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w;
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (i == 2)
      w = {};
    w.push_back(v[i] * (1 + s));
    for (double x : w)
      s += 0.2 * x * x;
  }
  return s;
}
} // namespace emptied_in_loop

int main() {
  CHECK_CASE_TWICE(erase_range);
  CHECK_CASE_TWICE(insert_n);
  CHECK_CASE_TWICE(remove_if);
  CHECK_CASE_TWICE(empty_list);
  CHECK_CASE_TWICE(in_loop);
  CHECK_CASE_TWICE(emptied);
  CHECK_CASE_TWICE(emptied_in_loop);
  return finish();
}
