// Loops over lists, strings, sets and the like: elements of containers, members, temporaries.
#include "vectors.h"
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace adj {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::list<int>> adj(2);
  adj[0].push_back(1);
  double s = 1;
  for (int w : adj[0])
    s *= v[w];
  return s;
}
} // namespace adj

namespace strs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::string> adj{"01", "2"};
  double s = 1;
  for (char w : adj[0])
    s *= v[w - '0'];
  for (auto &t : adj)
    for (char c : t)
      s += v[c - '0'];
  return s;
}
} // namespace strs

namespace mapvec {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, std::vector<std::string>> g{{"a", {"b"}}};
  double s = 1;
  for (auto &w : g["a"])
    s = s * v[w.size()];
  return s;
}
} // namespace mapvec

namespace sets {
struct G {
  std::vector<std::set<int>> adj;
  const std::set<int> &of(int k) const { return adj[k]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  G g;
  g.adj.resize(2);
  g.adj[0].insert(1);
  double s = 1;
  for (int w : g.of(0))
    s *= v[w];
  return s;
}
} // namespace sets

namespace uniq {
struct Job {
  double w;
  std::list<int> todo;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto j = std::make_unique<Job>();
  j->w = v[0];
  j->todo = {1, 2};
  double s = 1;
  for (int k : j->todo)
    s = s * j->w + k * v[1];
  return s;
}
} // namespace uniq

namespace values {
static int calls;
static std::list<int> make(int n) {
  std::list<int> l;
  for (int i = 0; i < n; i++)
    l.push_back(i);
  return l;
}
static std::set<std::string> names() { return {"a", "bc"}; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (int k : make(3))
    s = s * v[k] + 1;
  for (const auto &n : names())
    s *= v[n.size()];
  for (char c : std::string("012"))
    s += v[c - '0'] * s;
  return s;
}
} // namespace values

namespace bfs {
struct Graph {
  std::vector<std::list<int>> adj;
  V w;
  explicit Graph(const V &v) : adj(4), w(v) {}
  void edge(int a, int b) {
    adj[a].push_back(b);
    adj[b].push_back(a);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Graph g(v);
  g.edge(0, 1);
  g.edge(1, 2);
  g.edge(2, 3);
  std::vector<int> dist(4, -1);
  std::queue<int> q;
  q.push(0);
  dist[0] = 0;
  double s = 0;
  while (!q.empty()) {
    int u = q.front();
    q.pop();
    s += g.w[u] * dist[u] * s + g.w[u];
    for (int x : g.adj[u])
      if (dist[x] < 0) {
        dist[x] = dist[u] + 1;
        q.push(x);
      }
  }
  return s;
}
} // namespace bfs

namespace nested {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::list<std::pair<int, std::string>>> m;
  m[1].push_back({2, "x"});
  m[1].emplace_back(3, "yz");
  double s = 0;
  for (auto &[k, l] : m)
    for (auto &[i, t] : l)
      s += v[i] * t.size() * k;
  for (const auto &e : m[1])
    s *= v[e.first];
  return s;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(adj);
  CHECK_CASE_TWICE(strs);
  CHECK_CASE_TWICE(mapvec);
  CHECK_CASE_TWICE(sets);
  CHECK_CASE_TWICE(uniq);
  CHECK_CASE_TWICE(values);
  CHECK_CASE_TWICE(bfs);
  CHECK_CASE_TWICE(nested);
  return finish();
}
