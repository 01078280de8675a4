// std::minmax of two numbers is two references: to what they are when they are read. Beside it, the
// midpoint of two numbers.
#include "arrays.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double bound(const double *x, int) {
  auto [low, high] = std::minmax(x[0], x[1]);
  const auto &[low_too, high_too] = std::minmax(x[3], x[2]);
  return low * low * high + low_too / high_too;
}

// What is read through the pair is what the variables hold by then.
BOTH double changed_behind(const double *x, int) {
  double a = x[0], b = x[1];
  auto both = std::minmax(a, b);
  double before = both.first;
  a *= 3;
  b += x[2];
  return before * both.first + both.second * both.second;
}

BOTH double in_loops(const double *x, int n) {
  double w[3] = {x[0], x[1], x[2]};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto p = std::minmax(w[i % 3], w[(i + 1) % 3]);
    const auto q = p;
    w[i % 3] += 0.25 * x[i];
    s += q.second * p.first - std::minmax(w[0], x[i]).first;
  }
  return s;
}

// The interval of a ray inside of a box: the larger of two is the first, where they are equal, too.
BOTH double slab(const double *x, int) {
  const double first = (0.2 - x[0]) / x[1], last = (1.5 - x[0]) / x[1];
  auto [enter, leave] = std::minmax(first, last);
  auto shorten = [&, &far = leave](double k) { return far * k - enter; };
  return shorten(x[2]);
}

BOTH double whole(const double *x, int n) {
  int a = n, b = 3;
  auto [few, many] = std::minmax(a, b);
  return x[few] * x[many - 1];
}

// By a comparison of its own.
BOTH double compared(const double *x, int n) {
  double a = x[0] * x[0], b = x[1];
  const double at = x[2];
  auto [near, far] =
      std::minmax(a, b, [at](double p, double q) { return std::abs(p - at) < std::abs(q - at); });
  a *= 2;
  b += a;
  const std::pair<double, double> turned = std::minmax(x[3] * 2, x[1], std::greater<>());
  auto squares = std::minmax({x[0], x[1], x[2]}, [](double p, double q) { return p * p < q * q; });
  double s = near * 3 + far * far + turned.first * 2 + squares.first * squares.second;
  for (int i = 0; i + 1 < n; ++i) {
    auto [down, up] = std::minmax(x[i], x[i + 1], std::greater<double>());
    s += down * 2 - up * up;
  }
  return s;
}

#if __cplusplus >= 202002L
BOTH double middle(const double *x, int n) {
  return std::midpoint(x[0] * x[1], x[2]) * std::midpoint(x[3], 1.0) * std::midpoint(0, n);
}
#endif

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_ARRAY(bound, __VA_ARGS__);                                                                 \
  CHECK_ARRAY(changed_behind, __VA_ARGS__);                                                        \
  CHECK_ARRAY(in_loops, __VA_ARGS__);                                                              \
  CHECK_ARRAY(compared, __VA_ARGS__);                                                              \
  CHECK_ARRAY(slab, __VA_ARGS__);                                                                  \
  CHECK_ARRAY(whole, __VA_ARGS__)
  CHECK_ALL({0.4, 0.9, 0.7, 1.3, 0.2, 1.1});
  CHECK_ALL({0.8, -0.5, 0.3, 0.2, 0.5, 0.7});
#if __cplusplus >= 202002L
  CHECK_ARRAY(middle, {0.4, 0.9, 0.7, 1.3, 0.2, 1.1});
#endif
  return finish();
}
