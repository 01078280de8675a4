// std::priority_queue of what is differentiated: numbers, pairs and objects, compared in all ways.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace numbers {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::priority_queue<double> q;
  for (double v : x)
    q.push(v * v);
  double s = 0, weight = 1;
  while (!q.empty()) {
    s += weight * q.top();
    q.pop();
    weight *= 1.5;
    if (q.size() == 2 && weight < 20)
      q.push(s * x[0]);
  }
  return s;
}
} // namespace numbers

namespace shortest_path { // Dijkstra over weights that are differentiated
struct Edge {
  int to;
  double weight;
};
double path(const std::vector<std::vector<Edge>> &edges, int from, int to) {
  using Entry = std::pair<double, int>;
  std::vector<double> distance(edges.size(), std::numeric_limits<double>::infinity());
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  distance[from] = 0;
  open.push({0.0, from});
  while (!open.empty()) {
    auto [d, at] = open.top();
    open.pop();
    if (d > distance[at])
      continue;
    if (at == to)
      break;
    for (const Edge &e : edges[at])
      if (d + e.weight < distance[e.to]) {
        distance[e.to] = d + e.weight;
        open.emplace(distance[e.to], e.to);
      }
  }
  return distance[to];
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<std::vector<Edge>> edges(5);
  edges[0] = {{1, x[0]}, {2, x[1] * x[1]}};
  edges[1] = {{3, x[2]}, {2, 0.1}};
  edges[2] = {{3, x[3]}, {4, 4.0}};
  edges[3] = {{4, x[0] * x[3]}};
  return path(edges, 0, 4) * x[0] + path(edges, 0, 2);
}
} // namespace shortest_path

namespace objects {
struct Task {
  double cost;
  int id;
  bool operator<(const Task &other) const { return cost < other.cost; }
};
struct Later {
  bool operator()(const Task &a, const Task &b) const { return a.cost * a.id > b.cost * b.id; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto dearer = [](const Task &a, const Task &b) { return a.cost > b.cost; };
  std::priority_queue<Task> dear;
  std::priority_queue<Task, std::vector<Task>, Later> late;
  std::priority_queue<Task, std::vector<Task>, decltype(dearer)> cheap(dearer);
  for (std::size_t i = 0; i < x.size(); ++i) {
    dear.push({x[i] * x[0], int(i)});
    late.push(Task{x[i], int(i) + 1});
    cheap.push({std::sin(x[i]), int(i)});
  }
  double s = 0;
  for (; !dear.empty(); dear.pop())
    s = s * 0.5 + dear.top().cost * dear.top().id;
  while (late.size() > 1) {
    const Task last = late.top();
    late.pop();
    s = s * 0.7 + last.cost * last.id;
  }
  for (; !cheap.empty(); cheap.pop())
    s = s * 0.9 + cheap.top().cost;
  return s;
}
} // namespace objects

namespace made_with_elements {
struct Part {
  double cost = 0;
  int id = 0;
  bool operator<(const Part &other) const { return cost < other.cost; }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::priority_queue<double> between(x.begin() + 1, x.end());
  std::vector<double> all(x);
  std::priority_queue<double, std::vector<double>, std::greater<>> least(std::greater<>(), all);
  std::priority_queue<double> taken(std::less<double>(), std::move(all));
  const double middle = x[0] * 1.1;
  auto nearer = [&](double a, double b) { return std::abs(a - middle) < std::abs(b - middle); };
  std::priority_queue<double, std::vector<double>, decltype(nearer)> far(x.begin(), x.end(),
                                                                         nearer);
  std::vector<Part> parts;
  for (double v : x)
    parts.push_back({v * x[1], static_cast<int>(parts.size())});
  std::priority_queue parts_in_order(parts.begin(), parts.end());
  double s = all.size(), weight = 1;
  between.push(x[0] * x[2]);
  for (; !least.empty(); least.pop(), weight *= 0.7)
    s += weight * least.top() * taken.top() + parts_in_order.top().id * parts_in_order.top().cost;
  for (auto copy = between; !copy.empty(); copy.pop(), weight *= 1.5)
    s += weight * copy.top();
  return s + far.top() * far.size();
}
} // namespace made_with_elements

int main() {
  CHECK_CASE(numbers, {0.5, 0.2, 0.9, 0.1, 0.7, 0.3, 0.35});
  CHECK_CASE(shortest_path, {1.0, 1.3, 2.5, 0.4});
  CHECK_CASE(objects, {0.5, 0.23, 0.9, 0.1, 0.7, 0.3, 0.35});
  CHECK_CASE(made_with_elements, {0.5, 0.23, 0.9, 0.1, 0.7, 0.3, 0.35});
  return finish();
}
