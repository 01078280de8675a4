// Loops that read the sums which they form: these are not reversed at once, iteration by iteration,
// for the adjoint of such a sum comes from later iterations.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace read_after {
AD_MODES double f(const V &x) {
  double s = 0, y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s += x[i];
    y += s * x[i];
  }
  return y;
}
} // namespace read_after

namespace read_before {
AD_MODES double f(const V &x) {
  double s = 0, y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y += s * x[i];
    s += x[i];
  }
  return y + s;
}
} // namespace read_before

namespace read_by_itself {
AD_MODES double f(const V &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += s * x[i] + x[i];
  return s;
}
} // namespace read_by_itself

namespace through_a_local {
AD_MODES double f(const V &x) {
  double s = 0, y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s += x[i] * x[i];
    const double t = std::sin(s);
    y += t * t;
  }
  return y;
}
} // namespace through_a_local

namespace in_a_condition {
AD_MODES double f(const V &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    s += x[i] * x[i];
    if (s > 0.5)
      s += x[i];
  }
  return s;
}
} // namespace in_a_condition

int main() {
  CHECK_CASE(read_after, {0.5, 0.1, -0.2, 0.7});
  CHECK_CASE(read_before, {0.5, 0.1, -0.2, 0.7});
  CHECK_CASE(read_by_itself, {0.5, 0.1, -0.2, 0.7});
  CHECK_CASE(through_a_local, {0.5, 0.1, -0.2, 0.7});
  CHECK_CASE(in_a_condition, {0.5, 0.1, -0.2, 0.7});
  return finish();
}
