// Adjoints of what a branch has cut off, which are not run: `if (z < 0) z = 0`. What would make
// that wrong: other ways by which what was cut off is of use, adjoints that are not zero yet, loops
// that do something else as well.
#include "vectors.h"
using V = std::vector<double>;

namespace layer { // half of the units are off
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double h[4] = {}, sum = 0;
  for (int j = 0; j < 4; ++j) {
    double z = x[j] * 0.3;
    for (int i = 0; i < 4; ++i)
      z += (i - j) * x[i] * x[i];
    if (z < 0)
      z = 0;
    h[j] = z;
  }
  for (int j = 0; j < 4; ++j) {
    double z = 0.05;
    for (int i = 0; i < 4; ++i)
      z += (1 - (i + j) % 3) * h[i];
    if (z > 0)
      z *= z;
    else
      z = 0;
    sum += z;
  }
  return sum;
}
} // namespace layer

namespace of_use_before { // the value that is cut off goes elsewhere, too
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int j = 0; j < 4; ++j) {
    double z = x[j];
    for (int i = 0; i < 4; ++i)
      z += (i - j) * x[i] * x[i];
    sum += 0.1 * z * z;
    if (z < 0)
      z = 0;
    sum += z;
  }
  return sum;
}
} // namespace of_use_before

namespace carried_on { // the variable lives on, and loops change more than its adjoint
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double z = x[0], other = x[1], sum = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 0; i < 4; ++i) {
      z += (i - t) * x[i] * x[i];
      other = other * 0.5 + z * x[i];
    }
    if (z < 0.1) {
      z = 0;
      other = other * x[2];
    } else {
      z = z * x[3];
    }
    sum += z * other;
  }
  return sum + z;
}
} // namespace carried_on

namespace by_choice { // of library functions and conditional operators
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int j = 0; j < 4; ++j) {
    double z = 0, w = x[j];
    for (int i = 0; i < 4; ++i) {
      z += (i - j) * x[i] * x[i];
      w -= x[i] * 0.4;
    }
    const double on = std::max(0.0, z), off = w > 0 ? w : 0;
    sum += on * on + off + fmax(on - 0.1, 0.0);
  }
  return sum;
}
} // namespace by_choice

namespace with_a_number { // set to something that has a derivative of its own, or to a number twice
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int j = 0; j < 4; ++j) {
    double z = 0;
    for (int i = 0; i < 4; ++i)
      z += (i - j) * x[i] * x[i];
    if (z < 0)
      z = 0.2 * x[j];
    else if (z > 0.1)
      z = 1;
    sum += z * z;
  }
  return sum;
}
} // namespace with_a_number

int main() {
  CHECK_CASE(layer, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(of_use_before, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(carried_on, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(carried_on, {-0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(by_choice, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(with_a_number, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
