// Vectors and arrays of maps, and of objects that hold maps.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace sized {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> rows(3);
  for (int i = 0; i < 12; i++)
    rows[i % 3][i % 5] += v[i % 4] * i;
  double s = 0;
  for (auto &row : rows)
    for (auto &[k, x] : row)
      s += x * x * k;
  return s;
}
} // namespace sized

namespace spmv {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const int n = 4;
  std::vector<std::map<int, double>> A(n);
  for (int i = 0; i < n; i++) {
    A[i][i] = 2 + v[i] * v[i];
    if (i)
      A[i][i - 1] = -v[i - 1];
  }
  V x(n, 1.0), y(n);
  for (int it = 0; it < 3; it++) {
    for (int i = 0; i < n; i++) {
      double s = 0;
      for (const auto &[j, a] : A[i])
        s += a * x[j];
      y[i] = s / 3;
    }
    std::swap(x, y);
  }
  return x[0] + 2 * x[3];
}
} // namespace spmv

namespace pushed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<std::string, double>> envs;
  envs.push_back({{"a", v[0]}, {"b", v[1]}});
  envs.emplace_back();
  envs.back()["a"] = v[2] * v[0];
  envs.push_back(envs[0]);
  envs.back()["b"] *= v[3];
  double s = 0;
  for (int i = (int)envs.size() - 1; i >= 0; --i) {
    auto it = envs[i].find("a");
    if (it != envs[i].end())
      s = s * v[1] + it->second;
  }
  s += envs.back().at("b");
  envs.pop_back();
  return s + envs[0]["b"];
}
} // namespace pushed

namespace array {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::array<std::map<int, double>, 2> m;
  for (int i = 0; i < 6; i++)
    m[i % 2][i / 2] = v[i % 4] * (i + 1);
  m[0] = m[1];
  m[1].clear();
  double s = 0;
  for (auto &e : m)
    for (auto &[k, x] : e)
      s += x * x;
  return s;
}
} // namespace array

namespace member {
struct Matrix {
  std::vector<std::map<int, double>> rows;
  int n;
  explicit Matrix(int n) : rows(n), n(n) {}
  double &at(int i, int j) { return rows[i][j]; }
  V mul(const V &x) const {
    V y(n);
    for (int i = 0; i < n; i++)
      for (auto &[j, a] : rows[i])
        y[i] += a * x[j];
    return y;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Matrix A(4);
  for (int i = 0; i < 4; i++) {
    A.at(i, i) = v[i];
    A.at(i, (i + 1) % 4) += 0.5 * v[0];
  }
  V y = A.mul(A.mul(v));
  return y[0] * y[1] + y[3];
}
} // namespace member

namespace copied {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2);
  a[0][1] = v[0];
  a[1][2] = v[1] * v[2];
  auto b = a;
  b[0][1] *= v[3];
  a = b;
  a.resize(3);
  a[2][0] = v[1];
  a.push_back(b[1]);
  double s = 0;
  for (auto &e : a)
    for (auto &[k, x] : e)
      s += x * x;
  return s + b[0][1];
}
} // namespace copied

namespace passed {
static double total_of(const std::vector<std::map<int, double>> &rows) {
  double s = 0;
  for (auto &r : rows)
    for (auto &[k, x] : r)
      s += k * x * x;
  return s;
}
static void scale(std::vector<std::map<int, double>> &rows, double a) {
  for (auto &r : rows)
    for (auto &[k, x] : r)
      x *= a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> rows(2);
  for (int i = 0; i < 4; i++)
    rows[i / 2][i + 1] = v[i];
  scale(rows, v[0]);
  return total_of(rows);
}
} // namespace passed

namespace inloop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 3; t++) {
    std::vector<std::map<int, double>> rows(2);
    for (int i = 0; i < 4; i++)
      rows[i / 2][i + t] += v[i] * t;
    for (auto &r : rows)
      for (auto &[k, x] : r)
        s += k * x * x;
  }
  return s;
}
} // namespace inloop

namespace built {
static std::vector<std::map<int, double>> build(const V &v) {
  std::vector<std::map<int, double>> rows(2);
  for (int i = 0; i < 4; i++)
    rows[i / 2][i + 1] = v[i];
  return rows;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto rows = build(v);
  double s = 0;
  for (auto &r : rows)
    for (auto &[k, x] : r)
      s += k * x * x;
  return s;
}
} // namespace built

namespace records {
struct Node {
  std::map<int, double> edges;
  double bias = 0;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Node> g(4);
  for (int i = 0; i < 4; i++) {
    g[i].edges[(i + 1) % 4] = v[i];
    g[i].edges[(i + 2) % 4] = 0.3 * v[i] * v[0];
    g[i].bias = v[3 - i];
  }
  V x(4, 0.5);
  for (int t = 0; t < 3; t++) {
    V y(4);
    for (int i = 0; i < 4; i++) {
      y[i] = g[i].bias;
      for (auto &[j, w] : g[i].edges)
        y[i] += w * std::tanh(x[j]);
    }
    x = y;
  }
  return x[0] + x[1] * x[2];
}
} // namespace records

namespace recursivekeys {
static void fillIn(std::vector<std::map<int, double>> &rows, const V &v, int n) {
  if (n == 0)
    return;
  rows[n % 2][n] = v[n % 4] * v[0];
  fillIn(rows, v, n - 1);
  rows[n % 2][1] *= v[1];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> rows(2);
  fillIn(rows, v, 3);
  double s = 0;
  for (auto &r : rows)
    for (auto &[k, x] : r)
      s += k * x * x;
  return s;
}
} // namespace recursivekeys

namespace recursiveread {
static double sum(const std::vector<std::map<int, double>> &rows, int i, int n) {
  if (n == 0)
    return 0;
  double s = 0;
  for (auto &[k, x] : rows[i])
    s += x * sum(rows, k, n - 1) + x * x;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> rows(3);
  for (int i = 0; i < 3; i++) {
    rows[i][(i + 1) % 3] = v[i];
    rows[i][(i + 2) % 3] = v[3] * v[i];
  }
  return sum(rows, 0, 3);
}
} // namespace recursiveread

namespace shrink {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> st;
  double s = 0;
  for (int t = 0; t < 6; t++) {
    std::map<int, double> m;
    if (!st.empty())
      m = st.back();
    m[t] = v[t % 4] * (s + 1);
    st.push_back(m);
    if (t % 3 == 2) {
      s += st.back().begin()->second;
      st.pop_back();
      st.pop_back();
    }
    s += st.back()[t % 2] * v[1];
  }
  st.clear();
  return s;
}
} // namespace shrink

namespace swaprows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2), b(2);
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < 2; i++) {
      b[i].clear();
      b[i][t] = v[i] * t + 1;
      for (auto &[k, x] : a[1 - i])
        b[i][k] += x * v[2];
    }
    std::swap(a, b);
  }
  a[0].swap(a[1]);
  std::swap(a[0], b[1]);
  double s = 0;
  for (auto &r : a)
    for (auto &[k, x] : r)
      s += (k + 1) * x * x;
  return s;
}
} // namespace swaprows

namespace insertrow {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2);
  a[0][0] = v[0];
  a[1][1] = v[1];
  a.insert(a.begin(), a[1]);
  a.erase(a.begin() + 1);
  a[0][1] *= v[2];
  double s = 0;
  for (auto &r : a)
    for (auto &[k, x] : r)
      s += (k + 1) * x * x;
  return s + a.size();
}
} // namespace insertrow

namespace filled {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> proto{{1, v[0]}, {2, v[1] * v[2]}};
  std::vector<std::map<int, double>> a(3, proto);
  a[1][1] *= v[3];
  std::vector<std::map<int, double>> b = {proto, a[1], {{5, v[0]}}};
  double s = 0;
  for (auto &r : a)
    for (auto &[k, x] : r)
      s += (k + 1) * x * x;
  for (auto &r : b)
    for (auto &[k, x] : r)
      s += (k + 2) * x * x * x;
  return s;
}
} // namespace filled

namespace byvalue {
static double tot(std::vector<std::map<int, double>> a) {
  double s = 0;
  a[0][7] = 1;
  for (auto &r : a)
    for (auto &[k, x] : r) {
      x *= 2;
      s += x * x;
    }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2);
  a[0][0] = v[0];
  a[1][1] = v[1] * v[0];
  double s = tot(a);
  return s + tot(a) * a[0][0];
}
} // namespace byvalue

namespace byvalue2 {
static double tot(std::vector<std::map<int, double>> a, int n) {
  if (n == 0)
    return a[0][0];
  double s = 0;
  a[0][7] = n;
  for (auto &r : a)
    for (auto &[k, x] : r) {
      x *= 2;
      s += x * x;
    }
  return s + tot(a, n - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2);
  a[0][0] = v[0];
  a[1][1] = v[1] * v[0];
  double s = tot(a, 2);
  return s + tot(std::move(a), 1);
}
} // namespace byvalue2

namespace pushnode {
struct Node {
  std::unordered_map<std::string, double> w;
  double bias;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Node> g;
  for (int i = 0; i < 3; i++) {
    Node n;
    n.w["a"] = v[i];
    n.bias = v[3] * i;
    g.push_back(n);
    g.push_back(std::move(n));
  }
  g.push_back(Node{{{"a", v[1]}}, v[0]});
  g.pop_back();
  double s = 0;
  for (auto &n : g)
    s += n.w.at("a") * n.bias + n.bias * n.bias;
  return s;
}
} // namespace pushnode

namespace ptrbias {
struct Node {
  std::map<int, double> w;
  double bias = 0;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Node> g(1);
  double *p = &g[0].bias;
  *p = v[0];
  double s = *p * v[1];
  for (int i = 0; i < 3; i++) {
    g.push_back(g[0]);
    g.back().w[i] = v[i] * g[0].bias;
    g.back().bias += s;
  }
  while (g.size() > 2) {
    s += g.back().bias * g.back().w.begin()->second;
    g.pop_back();
  }
  return s + g[1].bias * g[1].w[0];
}
} // namespace ptrbias

namespace param {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::map<int, double>> a(2);
  a[0][0] = v[0];
  a[1][1] = v[1] * v[0];
  const auto &r = a[1];
  std::map<int, double> &q = a[0];
  q[3] = r.at(1) * v[2];
  const std::map<int, double> *p = &a[0];
  double s = 0;
  for (auto it = p->begin(); it != p->end(); ++it)
    s += it->second * it->second;
  return s;
}
} // namespace param

namespace vecs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<std::map<int, double>>> t(2);
  t[0].resize(2);
  t[1].push_back({{1, v[0]}});
  t[0][1][3] = v[1];
  t[0][0] = t[1][0];
  t[0][0][1] *= v[2];
  auto u = t;
  u[1] = t[0];
  u[1][1][3] += v[3];
  double s = 0;
  for (auto &a : u)
    for (auto &r : a)
      for (auto &[k, x] : r)
        s += k * x * x;
  return s;
}
} // namespace vecs

namespace carray {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, double> m[2];
  for (int i = 0; i < 6; i++)
    m[i % 2][i / 2] = v[i % 4] * (i + 1);
  std::swap(m[0], m[1]);
  double s = m[0].at(1) * m[1].at(2) + m[0][0];
  return s;
}
} // namespace carray

namespace member_arrays {
struct Grid {
  std::map<int, double> cell[3];
  std::array<std::map<int, double>, 2> extra;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Grid g{};
  g.w = v[3];
  for (int i = 0; i < 6; i++) {
    g.cell[i % 3][i] = v[i % 4] * g.w;
    g.extra[i % 2][i / 2] += v[(i + 1) % 4];
  }
  double s = 0;
  for (auto &c : g.cell)
    for (auto &[k, x] : c)
      s += x * x;
  for (auto &c : g.extra)
    for (auto &[k, x] : c)
      s += x * g.w;
  return s;
}
} // namespace member_arrays

namespace membercopy {
struct Grid {
  std::array<std::map<int, double>, 2> extra;
  double w;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Grid g{{}, v[3]};
  for (int i = 0; i < 6; i++) {
    g.extra[i % 2][i / 2] += v[(i + 1) % 4];
  }
  Grid h = g;
  h.extra[0][0] *= v[0];
  double s = 0;
  for (auto &c : g.extra)
    for (auto &[k, x] : c)
      s += x * g.w;
  for (auto &c : h.extra)
    for (auto &[k, x] : c)
      s += x * x * h.w;
  return s;
}
} // namespace membercopy

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 3; t++) {
    std::map<int, double> m[2];
    for (int i = 0; i < 6; i++)
      m[i % 2][i / 2] = v[i % 4] * (i + t);
    if (t == 1)
      m[1].clear();
    for (auto &e : m)
      for (auto &[k, x] : e)
        s += x * x;
  }
  return s;
}
} // namespace loop

namespace ctor {
struct Grid {
  std::map<int, double> cell[3];
  double w;
  explicit Grid(double a) : w(a) { cell[1][0] = a; }
  double get(int i) const {
    auto it = cell[i].find(0);
    return it == cell[i].end() ? w : it->second;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Grid g(v[0] * v[1]);
  g.cell[2][0] = v[2];
  return g.get(0) * g.get(1) + g.get(2);
}
} // namespace ctor

int main() {
  CHECK_CASE_TWICE(sized);
  CHECK_CASE_TWICE(spmv);
  CHECK_CASE_TWICE(pushed);
  CHECK_CASE_TWICE(array);
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(passed);
  CHECK_CASE_TWICE(inloop);
  CHECK_CASE_TWICE(built);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(recursivekeys);
  CHECK_CASE_TWICE(recursiveread);
  CHECK_CASE_TWICE(shrink);
  CHECK_CASE_TWICE(swaprows);
  CHECK_CASE_TWICE(insertrow);
  CHECK_CASE_TWICE(filled);
  CHECK_CASE_TWICE(byvalue);
  CHECK_CASE_TWICE(byvalue2);
  CHECK_CASE_TWICE(pushnode);
  CHECK_CASE_TWICE(ptrbias);
  CHECK_CASE_TWICE(param);
  CHECK_CASE_TWICE(vecs);
  CHECK_CASE_TWICE(carray);
  CHECK_CASE_TWICE(member_arrays);
  CHECK_CASE_TWICE(membercopy);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(ctor);
  return finish();
}
