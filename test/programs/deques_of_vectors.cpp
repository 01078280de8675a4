// Deques, lists and queues of vectors: a history of steps that loses its oldest.
#include "vectors.h"
#include <deque>
#include <list>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace lbfgs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int n = v.size();
  V x = v, g(n);
  auto grad = [&](const V &x, V &g) {
    for (int i = 0; i < n; ++i)
      g[i] = (i + 1) * x[i] + 0.1 * x[i] * x[i] * x[i];
  };
  std::deque<V> S, Y;
  grad(x, g);
  for (int it = 0; it < 4; ++it) {
    V q = g;
    std::vector<double> alpha(S.size());
    for (int i = (int)S.size() - 1; i >= 0; --i) {
      double rho = 1 / std::inner_product(S[i].begin(), S[i].end(), Y[i].begin(), 0.0);
      alpha[i] = rho * std::inner_product(S[i].begin(), S[i].end(), q.begin(), 0.0);
      for (int k = 0; k < n; ++k)
        q[k] -= alpha[i] * Y[i][k];
    }
    if (!S.empty()) {
      double sy = 0, yy = 0;
      for (int k = 0; k < n; ++k) {
        sy += S.back()[k] * Y.back()[k];
        yy += Y.back()[k] * Y.back()[k];
      }
      for (int k = 0; k < n; ++k)
        q[k] *= sy / yy;
    }
    for (size_t i = 0; i < S.size(); ++i) {
      double rho = 1 / std::inner_product(S[i].begin(), S[i].end(), Y[i].begin(), 0.0);
      double beta = rho * std::inner_product(Y[i].begin(), Y[i].end(), q.begin(), 0.0);
      for (int k = 0; k < n; ++k)
        q[k] += (alpha[i] - beta) * S[i][k];
    }
    V s(n), y(n), gn(n), xn(n);
    for (int k = 0; k < n; ++k) {
      s[k] = -0.3 * q[k];
      xn[k] = x[k] + s[k];
    }
    grad(xn, gn);
    for (int k = 0; k < n; ++k)
      y[k] = gn[k] - g[k];
    S.push_back(s);
    Y.push_back(std::move(y));
    if (S.size() > 2) {
      S.pop_front();
      Y.pop_front();
    }
    x = xn;
    g = gn;
  }
  double r = 0;
  for (int k = 0; k < n; ++k)
    r += (k + 1) * x[k] * x[k];
  return r;
}
} // namespace lbfgs

namespace deque_vec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<std::vector<double>> d;
  for (int i = 0; i < 4; ++i) {
    d.push_front(V{v[i], v[0] * v[i]});
    if (d.size() > 2)
      d.pop_back();
  }
  d.emplace_back(3, v[1]);
  double s = 0;
  for (const auto &e : d)
    for (double x : e)
      s += x * x;
  d.front()[0] *= 2;
  return s + d.front()[0] * d.back()[1] + d[1].size();
}
} // namespace deque_vec

namespace list_vec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::list<std::vector<double>> d;
  for (int i = 0; i < 4; ++i) {
    d.push_back(V{v[i], v[0] * v[i]});
    if (d.size() > 2)
      d.pop_front();
  }
  double s = 0;
  for (const auto &e : d)
    for (double x : e)
      s += x * x;
  for (auto it = d.begin(); it != d.end(); ++it)
    s += (*it)[0] * it->size();
  return s + d.front()[0] * d.back()[1];
}
} // namespace list_vec

namespace member_deque {
struct Hist {
  std::deque<std::vector<double>> s;
  size_t m = 2;
  void add(const V &x) {
    s.push_back(x);
    if (s.size() > m)
      s.pop_front();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Hist h;
  for (int i = 0; i < 4; ++i) {
    V x = v;
    x[i] *= v[0];
    h.add(x);
  }
  double r = 0;
  for (auto &e : h.s)
    r += e[3] * e[2];
  return r;
}
} // namespace member_deque

namespace queue_vec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::queue<std::vector<double>> q;
  q.push(v);
  q.push(V(3, v[0]));
  double s = 0;
  while (!q.empty()) {
    V x = q.front();
    q.pop();
    s += x[0] * x[1];
    if (x.size() > 3)
      q.push(V{x[1] * x[1], x[2], x[3]});
  }
  return s;
}
} // namespace queue_vec

namespace deque_moves {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<std::vector<double>> d{V{v[0]}, V{v[1], v[2]}};
  std::deque<std::vector<double>> e = d;
  e.push_front(std::move(d[1]));
  e[0][1] *= v[3];
  d.pop_front();
  double s = d.size() + d[0].size();
  e.push_back(e.front());
  for (size_t i = 0; i < e.size(); ++i)
    s += e[i][0] * (i + 1) * e[i].back();
  d = e;
  d.pop_front();
  d.front()[0] *= v[1];
  for (const auto &x : d)
    s += x[0];
  e.clear();
  e.resize(2);
  return s + e.size() + e[1].size();
}
} // namespace deque_moves

namespace deque_cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<V> h;
  double s = 0;
  for (int i = 0; i < 6; ++i) {
    V x(3);
    for (int k = 0; k < 3; ++k)
      x[k] = v[(i + k) % 4] * (i + 1);
    if (i % 2)
      h.push_front(x);
    else
      h.push_back(x);
    if (h.size() > 3) {
      if (x[0] > 2)
        h.pop_front();
      else
        h.pop_back();
    }
    for (auto &r : h)
      for (auto &y : r)
        y *= 0.9;
    s += h.front()[1] * h.back()[2];
    if (i == 4)
      continue;
    s += h.at(0)[0];
  }
  return s;
}
} // namespace deque_cond

int main() {
  CHECK_CASE_TWICE(lbfgs);
  CHECK_CASE_TWICE(deque_vec);
  CHECK_CASE_TWICE(list_vec);
  CHECK_CASE_TWICE(member_deque);
  CHECK_CASE_TWICE(queue_vec);
  CHECK_CASE_TWICE(deque_moves);
  CHECK_CASE_TWICE(deque_cond);
  return finish();
}
