// Objects whose parts are overwritten: of classes with a copy constructor of their own, pairs with
// a constant part, records and pairs of vectors that are moved around.
#include "vectors.h"
#include <map>
#include <set>
#include <string>
#include <utility>

using V = std::vector<double>;

struct U {
  double x, y;
  U(double a = 0, double b = 0) : x(a), y(b) {}
  U(const U &o) : x(o.x), y(o.y) {}
  U &operator=(const U &o) {
    x = o.x;
    y = o.y;
    return *this;
  }
};
static U turn(U u, double k, int n) {
  for (int i = 0; i < n; ++i) {
    if (u.x > 3)
      return u;
    u.x = u.x * k + u.y;
    u.y *= k;
  }
  u.x += 1;
  return u;
}
[[ad::differentiate(forward, reverse)]]
double copies(const V &v) {
  U a(v[0], v[1]);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    U b = a;
    b.x *= v[2];
    if (i % 2) {
      b.y = b.x;
      b.x = 0;
    }
    const U c = turn(b, v[i % 3], i);
    s += turn(c, v[1], 2).x * c.y;
    a = c;
    a.y += b.x;
    std::swap(a.x, a.y);
  }
  U w[2] = {a, U(v[0], s)};
  w[1].x *= w[0].y;
  w[0] = w[1];
  w[0].y = 2;
  return s + w[0].x * w[0].y + w[1].x * w[1].y;
}
[[ad::differentiate(forward, reverse)]]
double constpart(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    std::pair<const int, double> p{i, v[i]};
    for (int k = 0; k < 3; ++k) {
      s += p.second * p.first;
      p.second *= v[k] + s;
    }
    s += p.second;
  }
  return s;
}
struct Buf {
  V a;
  std::pair<V, int> b;
};
static Buf fill(Buf x, double k, int n) {
  for (int i = 0; i < n; ++i) {
    if (x.a.size() > 4)
      return x;
    x.a.push_back(k * i + x.b.first[0]);
    x.b.first[0] *= k;
    x.b.second++;
  }
  std::swap(x.a, x.b.first);
  return x;
}
[[ad::differentiate(forward, reverse)]]
double buffers(const V &v) {
  Buf x{v, {V{v[0], 1.0}, 0}};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Buf y = fill(std::move(x), v[i], i + 1);
    s += y.a.back() * y.b.first[0] + y.b.second + x.a.size();
    x = std::move(y);
    std::pair<V, int> q = std::move(x.b);
    q.first.push_back(s);
    x.b = std::move(q);
    s += x.b.first.back() * v[0] + q.first.size();
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double sets(const V &v) {
  std::set<std::pair<int, int>> seen;
  std::map<std::pair<int, std::string>, std::set<int>> g;
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    seen.insert({i, (i + 1) % 3});
    g[{i, "e"}].insert((i * 2) % 3);
    g[{i, "e"}].insert(i);
  }
  for (auto [a, b] : seen)
    s = s * v[a] + v[b];
  for (const auto &[key, to] : g)
    for (int t : to)
      s += v[key.first] * v[t] * s * key.second.size();
  if (auto it = g.find({1, "e"}); it != g.end())
    for (int t : it->second)
      s *= v[t];
  return s;
}
int main() {
  CHECK_VECTOR(copies, {0.3, 0.7, 1.1});
  CHECK_VECTOR(constpart, {0.3, 0.7, 1.1});
  CHECK_VECTOR(buffers, {0.3, 0.7, 1.1});
  CHECK_VECTOR(sets, {0.3, 0.7, 1.1});
  return finish();
}
