// std::tie to places that are found before any of them is assigned: one may be the index of
// another, or of the pair that is read.
#include "vectors.h"
#include <tuple>
#include <utility>

using V = std::vector<double>;

namespace index {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double w[4] = {v[0], v[1], 1, 2};
  int i = 0;
  std::tie(i, w[i]) = std::make_tuple(2, v[0] * v[1]);
  return w[0] * v[1] + w[2] * w[1] * i;
}
} // namespace index
namespace parts {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  std::pair<double, double> p{v[0], v[1]};
  double x = v[1], y = v[0] * v[0];
  std::tie(p.second, p.first) = p;
  std::tie(x, y) = std::tie(y, x);
  std::tie(x, y) = std::make_pair(y * 2, x);
  return p.first * p.first + p.second * x * y;
}
} // namespace parts
namespace taken {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  std::pair<int, double> all[3] = {{2, v[0]}, {0, v[1]}, {1, v[0] * v[1]}};
  int k = 1;
  double x = 1, r = 0;
  double w[3] = {1, 2, v[0]};
  for (int i = 0; i < 4; ++i) {
    std::tie(k, x) = all[k];
    r += x * (i + 1);
    std::tie(k, w[k]) = all[k];
    r += w[k];
    std::tie(w[k], k) = std::tie(w[i % 3], k);
  }
  std::tie(std::ignore, w[k]) = all[k];
  return r * w[0] * w[1] * w[2];
}
} // namespace taken

int main() {
  CHECK_CASE(index, {0.7, 1.3});
  CHECK_CASE(parts, {0.7, 1.3});
  CHECK_CASE(taken, {0.7, 1.3});
  return finish();
}
