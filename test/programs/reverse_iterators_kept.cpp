// Reverse iterators of containers without derivatives, given to the library and to functions.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
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

namespace rit_user {
static int third(std::vector<int>::reverse_iterator it) { return it[2]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  return v[third(q.rbegin())] * v[0];
}
} // namespace rit_user

namespace rit_user_gives {
static std::vector<int>::reverse_iterator last(std::vector<int> &q) { return q.rbegin(); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  return v[*last(q)] * v[0];
}
} // namespace rit_user_gives

namespace rit_template {
template <class I> static int second(I b, I e) {
  ++b;
  return b == e ? 0 : *b;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  return v[second(q.rbegin(), q.rend())] * v[0];
}
} // namespace rit_template

namespace rit_lambda {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  int s = 0;
  std::for_each(q.rbegin(), q.rend(), [&](int e) { s = s * 2 + e; });
  return v[0] * s;
}
} // namespace rit_lambda

namespace rit_stored {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 1, 2, 3};
  std::vector<int>::reverse_iterator it;
  it = std::find(q.rbegin(), q.rend(), 2);
  return it == q.rend() ? 0.0 : v[*it] * v[std::distance(q.rbegin(), it)];
}
} // namespace rit_stored

namespace rit_minmax {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 3, 2, 1};
  auto it = std::max_element(q.rbegin(), q.rend());
  return v[*it] * v[it - q.rbegin()] * v[std::distance(it, q.rend())];
}
} // namespace rit_minmax

namespace rit_copy {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q{0, 3, 2, 1}, r(q.rbegin(), q.rend()), w;
  w.assign(q.rbegin(), q.rend());
  std::copy(q.rbegin(), q.rend(), std::back_inserter(w));
  std::copy(q.rbegin(), q.rend(), r.rbegin());
  return v[w[0]] * v[w[5]] * v[r[1]];
}
} // namespace rit_copy

namespace rit_string {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::string s = "0123";
  int k = *std::next(s.rbegin()) - '0';
  return v[k] * v[0];
}
} // namespace rit_string

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
  CHECK_CASE_TWICE(rit_user);
  CHECK_CASE_TWICE(rit_user_gives);
  CHECK_CASE_TWICE(rit_template);
  CHECK_CASE_TWICE(rit_lambda);
  CHECK_CASE_TWICE(rit_stored);
  CHECK_CASE_TWICE(rit_minmax);
  CHECK_CASE_TWICE(rit_copy);
  CHECK_CASE_TWICE(rit_string);
  return finish();
}
