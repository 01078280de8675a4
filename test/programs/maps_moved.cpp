// References to elements of maps, and of vectors in vectors, that are moved or sorted: they go
// along.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace w3 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> m;
  std::map<int, double> t;
  t[2] = v[2];
  double *p = &t[2];
  m.push_back(std::move(t));
  *p *= v[0];
  return m[0][2] + t.size() * v[1];
}
} // namespace w3

namespace w4 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> t;
  t[2] = v[2];
  double *p = &t[2];
  std::map<int, double> u = std::move(t);
  *p *= v[0];
  return u[2] + t.size();
}
} // namespace w4

namespace w5 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> t, u;
  t[2] = v[2];
  u[1] = v[1];
  double *p = &t[2];
  u = std::move(t);
  *p *= v[0];
  t[7] = v[3];
  return u[2] * u.size() + t[7] * t.size();
}
} // namespace w5

namespace w1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> m(1);
  m[0][2] = v[2];
  double *p = &m[0][2];
  auto t = std::move(m[0]);
  *p *= v[0];
  return t[2] + m[0].size();
}
} // namespace w1

namespace w6 {
struct S {
  std::map<int, double> m;
  double w;
  V q;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s;
  s.m[2] = v[2];
  s.w = v[1];
  s.q = v;
  double *p = &s.m[2];
  S t = std::move(s);
  *p *= v[0];
  return t.m[2] * t.w + t.q[3] + s.m.size() + s.q.size();
}
} // namespace w6

namespace w7 {
struct S {
  std::map<int, double> m;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<S> l;
  S s;
  s.m[2] = v[2];
  s.w = v[1];
  double *p = &s.m[2];
  l.push_back(std::move(s));
  *p *= v[0];
  s.m[1] = v[3];
  l.push_back(s);
  return l[0].m[2] * l[0].w + l[1].m.size() * l[1].m[1];
}
} // namespace w7

namespace w8 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> m(2);
  m[1][2] = v[2];
  m[0][1] = v[1];
  m.erase(m.begin());
  return m[0][2] * v[0] + m.size();
}
} // namespace w8

namespace loops {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> a, b;
  double s = 0;
  for (int t = 0; t < 4; t++) {
    b[t] = v[t] * (s + 1);
    for (auto &[k, x] : a)
      b[k] += x * v[0];
    a = std::move(b);
    b = {};
    s += a[t] * a.size();
  }
  std::vector<std::map<int, double>> st;
  for (int t = 0; t < 3; t++) {
    std::map<int, double> m{{t, s * v[t]}};
    st.push_back(std::move(m));
    if (t == 1) {
      a = std::move(st.back());
      st.pop_back();
    }
  }
  return s * a[1] + st[1][2];
}
} // namespace loops

namespace returned {
static std::map<int, double> make(const V &v) {
  std::map<int, double> m;
  m[1] = v[0];
  std::map<int, double> n = std::move(m);
  n[2] = v[1];
  return n;
}
struct H {
  std::map<int, double> m;
  H(std::map<int, double> x) : m(std::move(x)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto m = make(v);
  H h(std::move(m));
  H g(make(v));
  h.m[1] *= g.m[2];
  m[5] = v[2];
  std::swap(h.m, m);
  return h.m[5] * m[1] + g.m.size();
}
} // namespace returned

namespace w8p {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> m(2);
  m[1][2] = v[2];
  double *p = &m[1][2];
  m.erase(m.begin());
  *p *= v[0];
  return m[0][2];
}
} // namespace w8p

namespace w13 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> m(2);
  m[1].push_back(v[2]);
  double *p = &m[1][0];
  m.erase(m.begin());
  *p *= v[0];
  return m[0][0];
}
} // namespace w13

namespace ins {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> m{v, {v[1]}};
  m.reserve(5);
  m.insert(m.begin(), V{v[0], v[2]});
  m.erase(m.begin() + 1, m.begin() + 2);
  m.insert(m.end(), 2, m[0]);
  struct R {
    V w;
    double c;
  };
  std::vector<R> r{{v, 1}, {{v[3]}, v[2]}};
  r.erase(r.begin());
  r.insert(r.begin(), R{{v[0]}, v[1]});
  return m[0][1] * m[1][0] * m[3][0] + r[0].w[0] * r[1].c * r[1].w[0] + r.size();
}
} // namespace ins

namespace umap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<std::string, double> t;
  t["x"] = v[0];
  double &x = t["x"];
  std::vector<std::unordered_map<std::string, double>> h;
  h.push_back(std::move(t));
  x += v[1];
  h[0]["y"] = x * v[2];
  return h[0]["x"] * h[0].at("y");
}
} // namespace umap

namespace insfront {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> a;
  a.push_back(v);
  auto it = a[0].begin() + 1;
  a.insert(a.begin(), std::vector<double>{v[0]});
  *it *= v[2];
  return a[1][1] * a[0][0];
}
} // namespace insfront

namespace inmap {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::map<int, double>> m;
  m["a"][1] = v[0];
  double &r = m["a"][1];
  m["b"] = std::move(m["a"]);
  r *= v[1];
  m["a"][2] = r;
  return m["b"][1] * m["a"][2];
}
} // namespace inmap

namespace swaps {
struct S {
  std::map<int, double> m;
  int k = 0;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S a, b;
  a.m[1] = v[0];
  b.m[1] = v[1];
  double &r = b.m[1];
  std::swap(a, b);
  r += v[3];
  return a.m[1] * a.m[1] * b.m[1];
}
} // namespace swaps

namespace sorted_rows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> s(2);
  s[0] = {v[0]};
  s[1] = {v[1], v[3]};
  double *r = &s[1][0];
  std::sort(s.begin(), s.end(), [](auto &a, auto &b) { return a.size() > b.size(); });
  *r *= v[2];
  return s[0][0] * s[0][0] * s[1][0];
}
} // namespace sorted_rows

namespace sorted_records {
struct R {
  V w;
  double c;
  int k = 2;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<R> s;
  for (int i = 0; i < 4; i++)
    s.push_back({V(i % 3 + 1, v[i]), v[3 - i], i});
  double *p = &s[0].w[0];
  std::sort(s.begin(), s.end(), [](const R &a, const R &b) { return a.c < b.c; });
  *p *= v[1];
  double t = 0;
  for (auto &r : s) {
    t = t * 0.5 + r.c * r.k;
    for (double x : r.w)
      t += x * x;
  }
  std::stable_sort(s.begin() + 1, s.end(),
                   [](const R &a, const R &b) { return a.w.size() < b.w.size(); });
  return t * s[1].w[0] + s[3].w.size();
}
} // namespace sorted_records

namespace sorted_maps {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> m(3);
  for (int i = 0; i < 3; i++) {
    m[i][i] = v[i];
    m[i][7] = i;
  }
  double &r = m[1][1];
  std::sort(m.begin(), m.end(), [](auto &a, auto &b) { return a.at(7) > b.at(7); });
  r *= v[3];
  return m[0][2] * m[1][1] * m[1][1] + m[2][0];
}
} // namespace sorted_maps

int main() {
  CHECK_CASE_TWICE(w3);
  CHECK_CASE_TWICE(w4);
  CHECK_CASE_TWICE(w5);
  CHECK_CASE_TWICE(w1);
  CHECK_CASE_TWICE(w6);
  CHECK_CASE_TWICE(w7);
  CHECK_CASE_TWICE(w8);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(w8p);
  CHECK_CASE_TWICE(w13);
  CHECK_CASE_TWICE(ins);
  CHECK_CASE_TWICE(umap);
  CHECK_CASE_TWICE(insfront);
  CHECK_CASE_TWICE(inmap);
  CHECK_CASE_TWICE(swaps);
  CHECK_CASE_TWICE(sorted_rows);
  CHECK_CASE_TWICE(sorted_records);
  CHECK_CASE_TWICE(sorted_maps);
  return finish();
}
