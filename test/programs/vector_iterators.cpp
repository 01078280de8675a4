// Iterators of vectors and arrays: loops, arithmetic, reads and writes.
#include "vectors.h"
#include <array>
#include <iterator>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (auto it = v.begin(); it != v.end(); ++it)
    s += *it * *it;
  for (std::vector<double>::const_iterator it = v.cbegin(); it < v.cend(); it += 2)
    s *= 1 + it[0];
  std::vector<double> w(v.begin(), v.end() - 1);
  for (auto it = w.begin(); it != w.end(); it++)
    *it *= s;
  auto last = std::next(w.begin(), 1);
  *last += v[0] * *std::prev(v.end());
  std::array<double, 3> a{};
  for (auto it = a.begin(); it != a.end(); ++it)
    *it = s * (it - a.begin());
  for (auto it = std::begin(w); it != std::end(w); ++it)
    s += *it * a[std::distance(w.begin(), it) % 3];
  return s;
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.5, 0.25, 0.6});
  return finish();
}
