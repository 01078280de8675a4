// Integers that subscripts read, and that an algorithm of the library changes afterwards.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <random>
#include <sstream>
#include <string>

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

BOTH double behind_pointer(const V &v) {
  int *p = new int[3]{0, 1, 2};
  double s = v[p[0]] * v[p[2]];
  std::next_permutation(p, p + 3);
  s *= v[p[1]];
  delete[] p;
  return s;
}
BOTH double read_from_text(const V &v) {
  int k = 1;
  const double s = v[k] * v[k];
  std::sscanf("2", "%d", &k);
  return s * v[k];
}
BOTH double overflowed(const V &v) {
  int k = 1;
  const double s = v[k] * v[k];
  __builtin_add_overflow(k, 2, &k);
  return s * v[k];
}
BOTH double array_swapped(const V &v) {
  std::array<int, 2> p{0, 1}, q{2, 3};
  double s = v[p[0]];
  p.swap(q);
  s *= v[p[0]];
  p.fill(1);
  return s * v[p[0]];
}
BOTH double pair_swapped(const V &v) {
  std::pair<std::string, int> p{"a", 1}, q{"b", 2};
  const double s = v[p.second];
  p.swap(q);
  return s * v[p.second] * v[p.first.size()];
}
BOTH double from_text(const V &v) {
  std::vector<int> p{3, 1};
  std::istringstream in("0 2");
  const double s = v[p[0]];
  std::copy(std::istream_iterator<int>(in), std::istream_iterator<int>(), p.begin());
  return s * v[p[0]] * v[p[1]];
}
BOTH double drawn(const V &v) {
  std::mt19937 engine(1);
  std::discrete_distribution<int> pick({1, 2});
  double s = 1;
  for (int k = 0; k < 5; ++k)
    s *= v[pick(engine)] + k;
  return s;
}
BOTH double numbers_shuffled(const V &v) {
  V p(v);
  std::shuffle(p.begin(), p.end(), std::mt19937(3));
  return p[0] * p[0] * p[1];
}
BOTH double numbers_sampled(const V &v) {
  V p(2);
  std::sample(v.begin(), v.end(), p.begin(), 2, std::mt19937(3));
  return p[0] * p[0] * p[1];
}

int main() {
  CHECK_VECTOR(array_swapped, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(pair_swapped, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(from_text, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(drawn, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(numbers_shuffled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(numbers_sampled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(behind_pointer, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(read_from_text, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(overflowed, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(permuted, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(shuffled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(replaced, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
