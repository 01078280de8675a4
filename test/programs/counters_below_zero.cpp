// Counters with a sign that are compared with numbers without one: below zero they are greater than
// all of these. So the loop does not run, or runs for ever; the reverse sweep does the same.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

static int below(const V &v) { return int(v.size()) - 4; } // with as many elements: -2 to 2

namespace from_a_number {
constexpr unsigned count = 3;
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = -1; k < count; ++k)
    s *= v[1] + k;
  for (int k = 1; k < count; ++k)
    s *= v[1] + k;
  return s;
}
} // namespace from_a_number

namespace from_a_variable {
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = below(v); k < v.size(); ++k)
    s *= v[k & 1] + k;
  return s;
}
} // namespace from_a_variable

namespace up_to_the_largest {
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = below(v) - 3; k < ~0u; ++k) // those below zero, but for the last
    s *= v[k & 1] + k * k;
  return s;
}
} // namespace up_to_the_largest

namespace ahead_of_the_counter {
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = below(v); k + 1 < v.size(); k += 2)
    s += v[k & 1] * s;
  for (int k = -1; k + 1 < v.size(); ++k)
    s += std::sin(s) * v[k + 1];
  return s;
}
} // namespace ahead_of_the_counter

namespace one_in_another {
BOTH double f(const V &v) {
  double s = v[0];
  for (size_t i = 0; i < v.size(); ++i)
    for (int k = i - 1; k < v.size(); ++k) // not at the first i
      s *= v[i] * v[k] + 1;
  for (int i = 0; i < v.size(); ++i)
    for (int k = 2 * i + 1; k + 1 < v.size(); ++k)
      s += s * v[k] * v[i] * 0.1;
  return s;
}
} // namespace one_in_another

namespace down_to_large_numbers {
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = int(v.size()); k > ~0u - 2; --k)
    s *= v[k & 1];
  for (int k = -1; k > ~0u - 4; --k)
    s += s * v[k & 1];
  for (int k = int(v.size()); k > 1u; --k)
    s += s * std::sin(v[k - 1]);
  return s;
}
} // namespace down_to_large_numbers

namespace without_a_sign_by_a_cast {
BOTH double f(const V &v) {
  double s = v[0];
  for (int k = below(v); static_cast<unsigned>(k) < 4L; ++k)
    s += s * v[k & 1];
  return s;
}
} // namespace without_a_sign_by_a_cast

// What the loop would read, if it ran, is not there.
namespace nothing_is_read_ahead {
constexpr unsigned count = 3;
BOTH void into(const double *x, double *y, [[ad::constant]] const double *w) {
  for (int k = -1; k < count; ++k)
    y[k + 1] += w[2] * w[1] * x[k + 1];
}
BOTH double f(const V &v) {
  V y(4, 1.5);
  into(v.data(), y.data(), nullptr);
  return y[0] * v[0] + v[1];
}
} // namespace nothing_is_read_ahead

#define CHECK_SIZES(space)                                                                         \
  CHECK_CASE(space, {0.7, 1.3});                                                                   \
  CHECK_CASE(space, {0.7, 1.3, 0.9});                                                              \
  CHECK_CASE(space, {0.7, 1.3, 0.9, 0.4});                                                         \
  CHECK_CASE(space, {0.7, 1.3, 0.9, 0.4, 1.1});                                                    \
  CHECK_CASE(space, {0.7, 1.3, 0.9, 0.4, 1.1, 0.6})

int main() {
  CHECK_SIZES(from_a_number);
  CHECK_SIZES(from_a_variable);
  CHECK_SIZES(up_to_the_largest);
  CHECK_SIZES(ahead_of_the_counter);
  CHECK_SIZES(one_in_another);
  CHECK_SIZES(down_to_large_numbers);
  CHECK_SIZES(without_a_sign_by_a_cast);
  CHECK_SIZES(nothing_is_read_ahead);
  return finish();
}
