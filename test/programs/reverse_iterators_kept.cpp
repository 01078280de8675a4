// Reverse iterators of containers without derivatives, given to the library.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

using V = std::vector<double>;

namespace next {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  return v[*std::next(q.rbegin(), 2)] * v[0];
}
} // namespace next

namespace prev {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const std::vector<int> q{2, 0, 3, 1};
  double s = v[0];
  for (auto it = q.rbegin() + 1; it != q.rend(); ++it)
    s += v[*it] * v[*std::prev(it)];
  return s;
}
} // namespace prev

namespace distance {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{3, 1, 2, 0};
  return v[0] * std::distance(q.rbegin(), q.rend());
}
} // namespace distance

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  double s = 0;
  for (auto it = q.rbegin(); std::next(it) != q.rend(); ++it)
    s = s * 0.5 + v[*it];
  return s;
}
} // namespace loop

namespace iota {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q(4);
  std::iota(q.rbegin(), q.rend(), 0);
  return v[q[0]] * v[q[3]];
}
} // namespace iota

namespace partial_sort {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{1, 2, 0, 3};
  std::partial_sort(q.rbegin(), q.rbegin() + 2, q.rend());
  return v[q[0]] * v[q[1]] * v[q[1]] * v[q[2]] * v[q[2]] * v[q[2]];
}
} // namespace partial_sort

namespace sort {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{1, 2, 0, 3};
  std::sort(q.rbegin(), q.rend());
  return v[q[0]] * v[q[1]] * v[q[1]] * v[q[2]] * v[q[2]] * v[q[2]];
}
} // namespace sort

namespace plain {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{1, 2, 0, 3};
  double s = 0;
  for (auto it = q.rbegin(); it != q.rend(); ++it)
    s = s * 0.5 + v[*it];
  return s;
}
} // namespace plain

namespace find {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{1, 2, 0, 3};
  auto it = std::find(q.rbegin(), q.rend(), 2);
  return v[*it] * v[it - q.rbegin()];
}
} // namespace find

namespace perm {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{1, 2, 0, 3};
  std::next_permutation(q.rbegin(), q.rend());
  return v[q[0]] * v[q[1]] * v[q[1]] / v[q[3]];
}
} // namespace perm

namespace array_next {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::array<int, 4> q{0, 1, 2, 3};
  return v[*std::next(q.rbegin())] * v[0];
}
} // namespace array_next

namespace doubles {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V q(v);
  double s = *std::next(q.rbegin()) * *std::prev(q.rend());
  auto it = q.rbegin();
  std::advance(it, 2);
  return s * *it * std::distance(q.rbegin(), it);
}
} // namespace doubles

int main() {
  CHECK_CASE_TWICE(next);
  CHECK_CASE_TWICE(prev);
  CHECK_CASE_TWICE(distance);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(iota);
  CHECK_CASE_TWICE(partial_sort);
  CHECK_CASE_TWICE(sort);
  CHECK_CASE_TWICE(plain);
  CHECK_CASE_TWICE(find);
  CHECK_CASE_TWICE(perm);
  CHECK_CASE_TWICE(array_next);
  CHECK_CASE_TWICE(doubles);
  return finish();
}
