// Arrays of vectors that exchange all that they hold, in loops: `F.swap(G)` of a std::array.
#include "vectors.h"
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace member_swap {
BOTH double f(const V &v) {
  std::array<V, 2> F, G;
  F[0] = v;
  F[1] = F[0];
  G = F;
  for (int t = 0; t < 4; ++t) {
    F.swap(G);
    F[0][0] *= G[0][0];
  }
  return F[1][0] * F[0][0];
}
} // namespace member_swap

namespace plain_swap {
BOTH double f(const V &v) {
  std::array<V, 2> F{v, v}, G = F;
  for (int t = 0; t < 4; ++t) {
    std::swap(F, G);
    F[t % 2][t] = std::sin(G[1][0] * F[0][3]);
  }
  return F[1][0] * F[0][0] + G[1][3] * G[0][2];
}
} // namespace plain_swap

namespace many_steps {
BOTH double f(const V &v) {
  std::array<V, 3> F{v, v, v}, G{v, v, v};
  for (int t = 0; t < 150; ++t) {
    for (int d = 0; d < 3; ++d)
      for (std::size_t i = 0; i < v.size(); ++i)
        G[d][i] = 0.7 * std::sin(F[d][i]) + 0.2 * F[(d + 1) % 3][i] + 0.1 * v[i];
    F.swap(G);
  }
  return F[0][0] * F[1][1] + F[2][3] * G[0][2];
}
} // namespace many_steps

namespace of_arrays {
BOTH double f(const V &v) {
  std::array<std::array<V, 2>, 2> F{{{v, v}, {v, v}}}, G = F;
  for (int t = 0; t < 3; ++t) {
    F.swap(G);
    F[0][1][t] *= G[1][0][0];
    F[1].swap(F[0]);
  }
  return F[1][0][0] * F[0][1][1] + G[0][1][0];
}
} // namespace of_arrays

namespace of_two_sizes {
BOTH double f(const V &v) {
  std::array<V, 2> F{v, V{v[0]}}, G{V{v[1], v[2]}, v};
  for (int t = 0; t < 3; ++t) {
    F.swap(G);
    F[0].push_back(G[1].back() * F[1][0]);
    for (int k = 0; k < 2; ++k)
      F[k].swap(G[1 - k]);
  }
  double s = 0;
  for (const V &each : F)
    for (double e : each)
      s += e * e;
  return s + G[0][0] * G[1][0];
}
} // namespace of_two_sizes

int main() {
  CHECK_CASE_TWICE(member_swap);
  CHECK_CASE_TWICE(plain_swap);
  CHECK_CASE_TWICE(many_steps);
  CHECK_CASE_TWICE(of_arrays);
  CHECK_CASE_TWICE(of_two_sizes);
  return finish();
}
