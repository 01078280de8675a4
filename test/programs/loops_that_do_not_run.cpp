// Loops that do not run, around loops whose bounds make sense only if they do: room on the tape
// must not be asked for, and no division made.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

// `n - 1` is the greatest number of its type if n is zero.
namespace unsigned_fused {
AD_MODES double f(const V &x) {
  const std::size_t n = x.size() - 2;
  double s = x[0];
  for (std::size_t i = 0; i < n; ++i) {
    double p = x[i];
    for (std::size_t j = 0; j < n - 1; ++j)
      p = sin(p) * x[j];
    s += p;
  }
  return s;
}
} // namespace unsigned_fused

namespace unsigned_carried {
AD_MODES double f(const V &x) {
  const std::size_t n = x.size() - 2;
  double p = x[0];
  for (std::size_t i = 0; i < n; ++i) {
    p = sin(p) * x[i];
    for (std::size_t j = 0; j < n - 1; ++j)
      p = sin(p) * x[j];
  }
  return p * x[1];
}
} // namespace unsigned_carried

namespace unsigned_cube {
AD_MODES double f(const V &x) {
  const std::size_t n = x.size() - 2;
  double p = x[0];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n - 1; ++k)
        p = sin(p) * x[k] + x[j];
  return p * x[1];
}
} // namespace unsigned_cube

namespace divided {
AD_MODES double f(const V &x) {
  const int n = static_cast<int>(x.size()) - 2, m = 6;
  double s = x[1];
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = 0; j < m / n; ++j)
      p = sin(p) * x[j % n];
    s += p;
  }
  return s * x[0];
}
} // namespace divided

namespace great {
AD_MODES double f(const V &x) {
  const int n = static_cast<int>(x.size()) - 2, m = n > 0 ? n : 2000000000;
  double s = x[1];
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    for (int j = 0; j < m; ++j)
      p = sin(p) * x[j];
    s += p;
  }
  return s * x[0];
}
} // namespace great

#define CHECK_BOTH(space)                                                                          \
  CHECK_CASE(space, {0.5, 0.7});                                                                   \
  CHECK_CASE(space, {0.5, 0.7, -0.4, 0.3, 0.9})

int main() {
  CHECK_BOTH(unsigned_fused);
  CHECK_BOTH(unsigned_carried);
  CHECK_BOTH(unsigned_cube);
  CHECK_BOTH(divided);
  CHECK_BOTH(great);
  return finish();
}
