// A vector that is one or the other, each of a size of its own: declared, assigned, passed, in
// loops and outside of them.
#include "vectors.h"
#include <optional>
#include <utility>
using V = std::vector<double>;

namespace declared {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int t = 0; t < 5; ++t) {
    V a = t % 2 ? V(3, x[0]) : V(t, x[2]);
    for (double each : a)
      sum += sin(each + 0.1 * sum);
    a.push_back(sum);
    sum += a.back() * a.front();
  }
  return sum;
}
} // namespace declared

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a, b = {x[1]};
  double sum = 0;
  for (int t = 0; t < 5; ++t) {
    for (double each : a)
      sum += sin(each + 0.1 * sum);
    a = t % 2 ? V(3, x[0]) : V(t, x[2]);
    if (t == 3)
      a = sum > 0 ? b : V{sum, x[3] * sum};
    b.push_back(sum);
  }
  return sum + a[0];
}
} // namespace assigned

namespace passed {
double total(V v) {
  double sum = 0;
  for (double each : v)
    sum += each * each;
  v.clear();
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = x[1];
  for (int t = 0; t < 4; ++t)
    sum += total(t == 1 ? V(2, sum) : t == 2 ? x : V{x[0], x[3]});
  return sum;
}
} // namespace passed

namespace among_others { // in an object, in a pair, in an optional
struct Layer {
  V weights;
  double scale;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  Layer a = x[0] > x[1] ? Layer{V(3, x[0]), x[1]} : Layer{V(2, x[2]), x[3]};
  a.weights.push_back(a.scale);
  double sum = a.weights.back() * a.weights[1];
  auto p = x[0] < x[1] ? std::make_pair(V(2, x[0]), x[1]) : std::make_pair(V(3, x[1]), x[2]);
  p.first.push_back(p.second);
  std::optional<V> o = x[0] > 0 ? std::optional<V>(V(3, x[0])) : std::nullopt;
  if (o)
    o->push_back(x[1] * sum);
  for (const V &v : {a.weights, p.first, o.value_or(V{})})
    for (double each : v)
      sum += each * each * sum;
  return sum;
}
} // namespace among_others

int main() {
  CHECK_CASE(declared, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(assigned, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(passed, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(among_others, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(among_others, {-0.5, 0.1, -0.2, 0.4});
  return finish();
}
