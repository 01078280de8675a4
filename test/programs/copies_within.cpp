// Copies within closures and the library of classes whose copy constructors
// copy member by member.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Twice {
  double k;
  Twice(double k) : k(k) {}
  Twice(const Twice &o) : k(2 * o.k) {}
};
struct Plain {
  double k;
  Plain(double k) : k(k) {}
  Plain(const Plain &o) : k(o.k) {}
};

namespace plain_pair {
BOTH double f(const V &v) {
  Plain g(v[0]);
  auto p = std::make_pair(g, v[1]);
  return p.first.k * p.second;
}
} // namespace plain_pair

namespace plain_capture {
BOTH double f(const V &v) {
  Plain g(v[0]);
  auto c = [g](double y) { return g.k * y; };
  auto h = c;
  return h(v[1]);
}
} // namespace plain_capture

namespace plain_init_capture {
BOTH double f(const V &v) {
  Plain g(v[0]);
  auto c = [h = g](double y) { return h.k * y; };
  return c(v[1]);
}
} // namespace plain_init_capture

namespace plain_init_capture_mutable {
BOTH double f(const V &v) {
  Plain g(v[0]);
  auto c = [h = g](double y) mutable {
    h.k *= y;
    return h.k * y;
  };
  return c(v[1]) * c(v[2]) + g.k;
}
} // namespace plain_init_capture_mutable

namespace plain_function {
BOTH double f(const V &v) {
  Plain g(v[0]);
  std::function<double(double)> c = [g](double y) { return g.k * y; };
  return c(v[1]);
}
} // namespace plain_function

namespace plain_bind {
BOTH double f(const V &v) {
  Plain g(v[0]);
  auto c = std::bind([](const Plain &g, double y) { return g.k * y; }, g, std::placeholders::_1);
  return c(v[1]);
}
} // namespace plain_bind

namespace plain_vector {
BOTH double f(const V &v) {
  std::vector<Plain> w;
  w.push_back(Plain(v[0]));
  w.emplace_back(v[1]);
  w.push_back(w[0]);
  auto u = w;
  u[2].k *= v[3];
  return u[0].k * u[1].k * u[2].k;
}
} // namespace plain_vector

namespace plain_array {
BOTH double f(const V &v) {
  std::array<Plain, 2> w{Plain(v[0]), Plain(v[1])};
  auto c = [w](double x) { return w[0].k * w[1].k * x; };
  return c(v[2]);
}
} // namespace plain_array

namespace algorithm {
BOTH double f(const V &v) {
  Plain g(v[0]);
  return std::accumulate(v.begin(), v.end(), 0.0,
                         [g](double s, double x) { return s + g.k * x * x; });
}
} // namespace algorithm

namespace swaps {
BOTH double f(const V &v) {
  Plain g(v[0]), h(v[1]);
  std::swap(g, h);
  return g.k * g.k * h.k;
}
} // namespace swaps

/// Copied once by each capture, as the class does it.
namespace captured {
BOTH double by_name(double x, Twice &g) {
  auto f = [g](double y) { return g.k * y; };
  return f(x);
}
BOTH double by_initialiser(double x, Twice &g) {
  auto f = [h = g](double y) { return h.k * y; };
  return f(x);
}
BOTH double changed(double x, Twice &g) {
  auto f = [h{g}](double y) mutable {
    h.k *= y;
    return h.k;
  };
  return f(x) + f(x);
}
BOTH double twice(double x, Twice &g) {
  auto f = [g](double y) {
    auto e = [h = g](double z) { return h.k * z; };
    return e(y);
  };
  return f(x);
}
void check() {
  Twice g(3), g_bar(0), g_dot(1);
  double x_bar = 0, dot = 0;
  expect("by name", by_name_reverse(2, x_bar, g, g_bar, 1), 12);
  expect("by name, k", g_bar.k, 4);
  expect("by initialiser", by_initialiser_reverse(2, x_bar, g, g_bar, 1), 12);
  expect("by initialiser, x", x_bar, 12);
  expect("by initialiser, k", g_bar.k, 8);
  expect("by initialiser, forward", by_initialiser_forward(2, 0, g, g_dot, dot), 12);
  expect("by initialiser, forward, k", dot, 4);
  g_bar.k = 0;
  expect("changed", changed_reverse(2, x_bar, g, g_bar, 1), 36);
  expect("changed, k", g_bar.k, 12);
  g_bar.k = 0;
  expect("twice", twice_reverse(2, x_bar, g, g_bar, 1), 24);
  expect("twice, k", g_bar.k, 8);
}
} // namespace captured

int main() {
  captured::check();
  CHECK_CASE_TWICE(plain_pair);
  CHECK_CASE_TWICE(plain_capture);
  CHECK_CASE_TWICE(plain_init_capture);
  CHECK_CASE_TWICE(plain_init_capture_mutable);
  CHECK_CASE_TWICE(plain_function);
  CHECK_CASE_TWICE(plain_bind);
  CHECK_CASE_TWICE(plain_vector);
  CHECK_CASE_TWICE(plain_array);
  CHECK_CASE_TWICE(algorithm);
  CHECK_CASE_TWICE(swaps);
  return finish();
}
