// Integers that subscripts read, and that an algorithm of the library changes afterwards.
#include "vectors.h"
#include <algorithm>
#include <random>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

BOTH double permuted(const V &v) {
  std::vector<int> p{0, 1, 2, 3};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += v[p[0]] * v[p[3]] * (i + 1);
    std::next_permutation(p.begin(), p.end());
  }
  return s * v[p[2]];
}
BOTH double shuffled(const V &v) {
  std::vector<int> order{0, 1, 2, 3};
  std::mt19937 engine(7);
  double w = v[0];
  for (int epoch = 0; epoch < 3; ++epoch) {
    std::shuffle(order.begin(), order.end(), engine);
    for (int k : order)
      w -= 0.1 * (w - v[k]) * v[k];
  }
  return w;
}
BOTH double replaced(const V &v) {
  std::vector<int> p{0, 1, 2, 0};
  double s = v[p[0]] * v[p[1]];
  std::replace(p.begin(), p.end(), 0, 3);
  return s * v[p[0]];
}

int main() {
  CHECK_VECTOR(permuted, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(shuffled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(replaced, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
