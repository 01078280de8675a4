// Loops that run once, as the compiler knows: what they overwrite is put back behind their
// reversal.
#include "vectors.h"
#include <array>
#include <cmath>
#include <vector>

using V = std::vector<double>;

// Reads `to` at two places, and overwrites it in a loop that needs what it is then.
#define OVERWRITES(to, from)                                                                       \
  y += std::sin(to);                                                                               \
  y += x * to;                                                                                     \
  for (int i = 0; i < 1; ++i) {                                                                    \
    to = 1.5 * from;                                                                               \
    x = std::sin(to);                                                                              \
  }                                                                                                \
  static_assert(true)

namespace one_element {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2] = {v[3], v[0]}, x = v[0], y = v[1];
  OVERWRITES(w[0], w[1]);
  return x + y;
}
} // namespace one_element

namespace two_elements {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[3] = {v[3], v[0], v[2]}, x = v[0], y = v[1];
  y += std::sin(w[0]);
  y += x * w[0] + w[1] * std::sin(w[1]);
  for (int i = 0; i < 1; ++i) {
    w[0] = 1.5 * w[2];
    w[1] = w[0] * w[2];
    x = std::sin(w[0]) * w[1];
  }
  return x + y;
}
} // namespace two_elements

namespace struct_field {
struct S {
  double a, b;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S w{v[3], v[0]};
  double x = v[0], y = v[1];
  OVERWRITES(w.a, w.b);
  return x + y;
}
} // namespace struct_field

namespace pointer_param {
double g(double *w, double x, double y, int n) {
  OVERWRITES(w[0], w[1]);
  return x + y;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2] = {v[3], v[0]};
  return g(w, v[0], v[1], 1) + w[0];
}
} // namespace pointer_param

namespace std_arrays {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::array<double, 2> w{v[3], v[0]};
  double x = v[0], y = v[1];
  OVERWRITES(w[0], w[1]);
  return x + y;
}
} // namespace std_arrays

namespace vectors {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> w{v[3], v[0]};
  double x = v[0], y = v[1];
  OVERWRITES(w[0], w[1]);
  return x + y;
}
} // namespace vectors

namespace branch {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double w[2] = {v[3], v[0]}, x = v[0], y = v[1];
  y += std::sin(w[0]);
  y += x * w[0];
  if (v[2] > 0) {
    w[0] = 1.5 * w[1];
    x = std::sin(w[0]);
  }
  return x + y;
}
} // namespace branch

namespace templates {
template <int N> double g(const V &v) {
  double w[N + 1] = {v[3], v[0]}, x = v[0], y = v[1];
  for (int i = 0; i < N; ++i) {
    y += std::sin(w[i]);
    y += x * w[i];
  }
  for (int i = 0; i < N; ++i) {
    w[i] = 1.5 * w[N];
    x = std::sin(w[i]);
  }
  return x + y;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g<1>(v) * g<2>(v) + g<3>(v);
}
} // namespace templates

int main() {
  CHECK_CASE_TWICE(one_element);
  CHECK_CASE_TWICE(two_elements);
  CHECK_CASE_TWICE(struct_field);
  CHECK_CASE_TWICE(pointer_param);
  CHECK_CASE_TWICE(std_arrays);
  CHECK_CASE_TWICE(vectors);
  CHECK_CASE_TWICE(branch);
  CHECK_CASE_TWICE(templates);
  return finish();
}
