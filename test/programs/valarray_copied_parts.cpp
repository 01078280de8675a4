// Copies of parts of a std::valarray, assigned to other parts of it.
#include "vectors.h"
#include <cmath>
#include <valarray>
#include <vector>

using V = std::vector<double>;

namespace slice_copy {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  a[std::slice(1, 2, 1)] = std::valarray<double>(a[std::slice(0, 2, 1)]);
  return a[2] + a[1] * a[0];
}
} // namespace slice_copy

namespace slice_copy_add {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  a[std::slice(1, 3, 1)] += std::valarray<double>(a[std::slice(0, 3, 1)]);
  return a[2] * a[3] + a[1] * a[0];
}
} // namespace slice_copy_add

namespace slice_copy_scaled {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  a[std::slice(1, 3, 1)] = std::valarray<double>(a[std::slice(0, 3, 1)]) * 2.0;
  return a[2] * a[3] + a[1] * a[0];
}
} // namespace slice_copy_scaled

namespace whole_shrinks {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  a = std::valarray<double>(a[std::slice(1, 3, 1)]);
  return a[0] * a[1] + a[2] * a.size();
}
} // namespace whole_shrinks

namespace whole_in_slice {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  a[std::slice(2, 2, 1)] =
      std::valarray<double>(a[std::slice(1, 2, 1)]) + std::valarray<double>(a[std::slice(0, 2, 1)]);
  return a[3] * a[2] + a[1];
}
} // namespace whole_in_slice

namespace other_array {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4), b(2.0, 4);
  b[std::slice(0, 2, 2)] = std::valarray<double>(a[std::slice(1, 2, 1)]);
  a[std::slice(0, 4, 1)] += b;
  return a[0] * a[2] * b[0];
}
} // namespace other_array

namespace in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::valarray<double> a(v.data(), 4);
  for (int i = 0; i < 3; ++i) {
    a[std::slice(1, 3, 1)] = std::valarray<double>(a[std::slice(0, 3, 1)]);
    a[0] *= a[3];
  }
  return a.sum() * a[2];
}
} // namespace in_loop

int main() {
  CHECK_CASE_TWICE(slice_copy);
  CHECK_CASE_TWICE(slice_copy_add);
  CHECK_CASE_TWICE(slice_copy_scaled);
  CHECK_CASE_TWICE(whole_shrinks);
  CHECK_CASE_TWICE(whole_in_slice);
  CHECK_CASE_TWICE(other_array);
  CHECK_CASE_TWICE(in_loop);
  return finish();
}
