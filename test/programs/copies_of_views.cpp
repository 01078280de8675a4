// Copies of the elements that views and algorithms go over, which hold vectors.
#include "vectors.h"
#if __cplusplus >= 202002L
#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

using V = std::vector<double>;

struct A {
  std::vector<double> c;
  double b;
};

namespace taken {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> r{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (auto row : r | std::views::take(2)) {
    row[0] *= 2;
    s = s * 0.5 + row[0] * row[1];
  }
  return s;
}
} // namespace taken

namespace reversed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> r{{{v[0], v[1]}, v[2]}, {{v[2], v[3]}, v[0]}};
  double s = 0;
  for (auto w : r | std::views::reverse) {
    w.c[0] *= 2;
    s = s * w.b + w.c[0] * w.c[1];
  }
  return s;
}
} // namespace reversed

namespace for_each {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> r{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  std::for_each(r.begin(), r.end(), [&](std::vector<double> row) {
    row[0] *= 2;
    s = s * 0.5 + row[0] * row[1];
  });
  return s;
}
} // namespace for_each

namespace accumulated {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> r{{{v[0], v[1]}, v[2]}, {{v[2], v[3]}, v[0]}};
  return std::accumulate(r.begin(), r.end(), 1.0, [](double s, A w) {
    w.c[0] *= 2;
    return s * w.b + w.c[0] * w.c[1];
  });
}
} // namespace accumulated

namespace spans {
static double g(std::span<const A> r) {
  double s = 0;
  for (auto w : r) {
    w.c[0] *= 2;
    s = s * w.b + w.c[0];
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> r{{{v[0], v[1]}, v[2]}, {{v[2], v[3]}, v[0]}};
  return g(r);
}
} // namespace spans

namespace filtered {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> r{{{v[0], v[1]}, v[2]}, {{v[2], v[3]}, v[0]}};
  double s = 0;
  for (auto w : r | std::views::filter([](const A &a) { return a.b > 0; })) {
    w.c[0] *= 2;
    s = s * w.b + w.c[0];
  }
  return s;
}
} // namespace filtered

namespace transformed {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<A> r{{{v[0], v[1]}, v[2]}, {{v[2], v[3]}, v[0]}};
  double s = 0;
  for (auto c : r | std::views::transform([](const A &a) { return a.c; })) {
    c[0] *= 2;
    s = s * c[1] + c[0];
  }
  return s;
}
} // namespace transformed

namespace taken_away {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::vector<double>> q{{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  while (!q.empty()) {
    auto row = q.back();
    q.pop_back();
    row[0] *= 2;
    s = s * 0.5 + row[0] * row[1];
  }
  return s;
}
} // namespace taken_away

#endif
int main() {
#if __cplusplus >= 202002L
  CHECK_CASE_TWICE(taken);
  CHECK_CASE_TWICE(reversed);
  CHECK_CASE_TWICE(for_each);
  CHECK_CASE_TWICE(accumulated);
  CHECK_CASE_TWICE(spans);
  CHECK_CASE_TWICE(filtered);
  CHECK_CASE_TWICE(transformed);
  CHECK_CASE_TWICE(taken_away);
#endif
  return finish();
}
