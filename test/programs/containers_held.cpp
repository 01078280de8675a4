// Vectors in classes: rows that a constructor counts, tuples with strings.
#include "scalars.h"
#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace graph_shortest {
struct Edge {
  int to;
  double cost;
};
class Graph {
  std::vector<std::vector<Edge>> adj_;

public:
  explicit Graph(int n) : adj_(n) {}
  void connect(int a, int b, double c) {
    adj_[a].push_back({b, c});
    adj_[b].push_back({a, c});
  }
  std::vector<double> shortest(int s) const {
    const double inf = std::numeric_limits<double>::infinity();
    std::vector<double> d(adj_.size(), inf);
    std::vector<char> done(adj_.size(), 0);
    d[s] = 0;
    for (std::size_t it = 0; it < adj_.size(); ++it) {
      int u = -1;
      for (std::size_t i = 0; i < adj_.size(); ++i)
        if (!done[i] && (u == -1 || d[i] < d[u]))
          u = i;
      if (u == -1 || d[u] == inf)
        break;
      done[u] = 1;
      for (const auto &[v, c] : adj_[u])
        d[v] = std::min(d[v], d[u] + c);
    }
    return d;
  }
};
FUNCTION {
  Graph g(5);
  g.connect(0, 1, 1 + x * x);
  g.connect(1, 2, 2 + y);
  g.connect(0, 2, 5 + x);
  g.connect(2, 3, 1 + y * y);
  g.connect(1, 3, 6);
  auto d = g.shortest(0);
  return d[3] * d[2];
}
} // namespace graph_shortest

namespace state_machine_map {
FUNCTION {
  std::map<std::string, double> acct;
  acct["a"] = x;
  acct["b"] = y;
  std::vector<std::tuple<std::string, std::string, double>> txs{
      {"a", "b", 0.1 * x}, {"b", "c", 0.3}, {"c", "a", 0.5}};
  for (const auto &[from, to, share] : txs) {
    double amount = acct[from] * share;
    acct[from] -= amount;
    acct[to] += amount * 0.99;
  }
  double s = 0;
  for (const auto &[k, v] : acct)
    s += v * v;
  return s;
}
} // namespace state_machine_map

int main() {
  CHECK_SCALARS(graph_shortest::f, {0.7, 1.3});
  CHECK_SCALARS(graph_shortest::f, {1.4, -0.6});
  CHECK_SCALARS(state_machine_map::f, {0.7, 1.3});
  CHECK_SCALARS(state_machine_map::f, {1.4, -0.6});
  return finish();
}
