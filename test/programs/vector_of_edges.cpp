// Vectors of objects that hold numbers and pointers: grown, shrunk, copied, sorted, exchanged.
#include "scalars.h"
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

struct Node {
  double v;
};
struct Edge {
  Node *to;
  double w;
};

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace all_operations {
FUNCTION {
  Node n[3] = {{x}, {y}, {x * y}};
  std::vector<Edge> e, h(3), g{{n, x}, {n + 1, 2.0}};
  e.push_back({&n[0], x});
  e.emplace_back(g[0]);
  e.insert(e.begin(), Edge{n + 2, y});
  e.resize(5, Edge{n + 1, y * x});
  std::vector<Edge> c = e;
  h = e;
  e.erase(e.begin());
  e.pop_back();
  h[1].to = n + 2;
  h[2].w *= x;
  double s = 0;
  for (auto &k : e) {
    s += k.w * k.to->v;
    k.to->v *= k.w;
  }
  for (auto &k : h) {
    s += k.w * k.to->v;
    k.to->v *= k.w;
  }
  for (auto &k : c) {
    s += k.w * k.to->v * y;
  }
  return s;
}
} // namespace all_operations

namespace in_loop {
FUNCTION {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    Node n[2] = {{x * i}, {y + s}};
    std::vector<Edge> e;
    for (int j = 0; j < 3; ++j)
      e.push_back({&n[j % 2], s * j});
    for (auto &k : e)
      k.to->v += k.w * k.w;
    e.pop_back();
    for (auto &k : e)
      s += std::sin(k.to->v * k.w);
  }
  return s;
}
} // namespace in_loop

namespace shrink_regrow {
FUNCTION {
  Node a{x}, b{y};
  std::vector<Edge> e;
  e.push_back({&a, x * y});
  e.push_back({&b, x});
  double s = e[1].w * e[1].to->v;
  e.pop_back();
  e.push_back({&a, y});
  s += e[1].w * e[1].to->v * e[0].w;
  e.clear();
  e.push_back({&b, s});
  e[0].to->v *= e[0].w;
  return b.v + a.v * e.back().w;
}
} // namespace shrink_regrow

namespace swap_move {
FUNCTION {
  Node a{x}, b{y};
  std::vector<Edge> e{{&a, x}, {&b, y}}, g{{&b, x * y}};
  std::swap(e, g);
  std::vector<Edge> m = std::move(g);
  e.swap(m);
  std::swap(e[0], e[1]);
  double s = 0;
  for (auto &k : e)
    s = 2 * s + k.w * k.to->v;
  for (auto &k : m)
    s = s * 3 + k.w * k.to->v;
  return s;
}
} // namespace swap_move

namespace sorted {
FUNCTION {
  Node n[3] = {{x}, {y}, {x * y}};
  std::vector<Edge> e;
  for (int i = 0; i < 3; ++i)
    e.push_back({&n[i], std::cos(2 * i + x)});
  std::sort(e.begin(), e.end(), [](const Edge &a, const Edge &b) { return a.w < b.w; });
  double s = 0;
  for (auto &k : e)
    s = 2 * s + k.w * k.to->v;
  return s;
}
} // namespace sorted

namespace branch_push {
FUNCTION {
  Node n[2] = {{x}, {y}};
  std::vector<Edge> e;
  for (int i = 0; i < 4; ++i)
    if (n[i % 2].v > 0.8)
      e.push_back({n + i % 2, x * i});
    else if (!e.empty())
      e.pop_back();
    else
      n[0].v += y * y;
  double s = n[0].v * n[1].v;
  for (auto &k : e)
    s += k.w * k.to->v;
  return s;
}
} // namespace branch_push

namespace pointer_changed_later {
FUNCTION {
  Node a{x}, b{y};
  std::vector<Edge> e(2, Edge{&a, x});
  double s = e[0].to->v * e[0].w;
  e[0].to = &b;
  s += e[0].to->v * e[0].w * e[1].to->v;
  std::vector<Edge> f2(e.begin(), e.end());
  f2[1].to = &b;
  b.v *= s;
  for (auto &k : f2)
    s += k.to->v;
  return s;
}
} // namespace pointer_changed_later

int main() {
  CHECK_SCALARS(all_operations::f, {0.7, 1.3});
  CHECK_SCALARS(in_loop::f, {0.7, 1.3});
  CHECK_SCALARS(shrink_regrow::f, {0.7, 1.3});
  CHECK_SCALARS(swap_move::f, {0.7, 1.3});
  CHECK_SCALARS(sorted::f, {0.7, 1.3});
  CHECK_SCALARS(branch_push::f, {0.7, 1.3});
  CHECK_SCALARS(pointer_changed_later::f, {0.7, 1.3});
  return finish();
}
