// Vectors passed by value that the callee assigns, grows and passes on; recursion with them.
#include "vectors.h"
#include <functional>
using V = std::vector<double>;

double assigned(const V &x, V v, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += v[0] * v.back();
    v = x;
    v[0] *= s;
    if (s > 50)
      return s;
  }
  return s + v[1];
}
static double squares(const V &v) {
  double s = 0;
  for (double e : v)
    s += e * e;
  return s;
}
double emplaced(V v, double k) {
  for (int i = 0; i < 3; ++i) {
    v.emplace_back(v.back() * k);
    if (v.size() > 7)
      return v[0];
  }
  return squares(v);
}
double pushed(V v, double k) {
  for (int i = 0; i < 3; ++i) {
    v.push_back(v.back() * k);
    v.front() += k;
    if (v.size() > 7)
      return v[0];
  }
  return squares(v);
}

[[ad::differentiate(forward, reverse)]]
double changed(const V &x) {
  V w{x[1], x[2]};
  return assigned(x, w, 3) * w[0] + emplaced(w, x[0]) * emplaced({x[2]}, 0.5) +
         pushed(x, w[1]) * w[1];
}

double paths(const V &x, int n, V path) {
  path.push_back(x[n] * path.back());
  if (n > 1) {
    double s = 0;
    for (double p : path)
      s += p * p;
    return s;
  }
  double s = 0;
  for (int m = n + 1; m < 3; ++m)
    s += paths(x, m, path);
  return s;
}
double last(int n, V v) { return n ? last(n - 1, v) * v[0] : v.back(); }

[[ad::differentiate(forward, reverse)]]
double recursive(const V &x) {
  return paths(x, 0, {1.0}) * paths(x, 1, {x[2]}) + last(2, x);
}

[[ad::differentiate(forward, reverse)]]
double search(const V &x) {
  std::vector<std::vector<int>> next{{1, 2}, {3}, {3}, {}};
  V w = x;
  w.push_back(x[0] * x[1]);
  std::function<double(int, V)> go = [&](int n, V path) -> double {
    path.push_back(w[n] * path.back());
    double s = 0;
    if (next[n].empty()) {
      for (double p : path)
        s += p * p;
      return s;
    }
    for (int m : next[n])
      s += go(m, path);
    w[n] *= 1.5;
    return s;
  };
  return go(0, {1.0}) * go(1, {x[2]}) + w[0];
}

int main() {
  CHECK_VECTOR(changed, {0.3, 0.7, 1.1});
  CHECK_VECTOR(recursive, {0.3, 0.7, 1.1});
  CHECK_VECTOR(search, {0.3, 0.7, 1.1});
  return finish();
}
