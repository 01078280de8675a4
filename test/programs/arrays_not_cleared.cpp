// Adjoints of local arrays that the first loop to use them sets. What would make that wrong: other
// ends, other elements, loops that do not run, elements that no loop sets.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

static double many(const double *x, int n, int d, int m) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double filled[32], numbered[32], farther[32], shifted[32], conditional[32], down[32];
    numbered[3] = x[1];
    shifted[0] = farther[0] = farther[1] = farther[2] = x[0];
    for (int j = 0; j < d; ++j) {
      filled[j] = x[i] * x[j];
      numbered[j] = sin(filled[j]);
    }
    for (int j = 0; j < m; ++j)
      farther[j] = x[j] * x[i];
    for (int j = 0; j < d; ++j) {
      shifted[j + 1] = x[j] + x[i];
      conditional[j] = x[j] * x[j];
    }
    for (int j = d - 1; j >= 0; --j)
      down[j] = x[j] * 0.5 + filled[j];
    const double third = numbered[3] * x[i];
    for (int j = 0; j < d; ++j)
      e += filled[j] * numbered[j];
    for (int j = 0; j < d; ++j)
      e += farther[j] * farther[j] + shifted[j] * down[d - 1 - j];
    for (int j = 0; j < d; ++j)
      if (conditional[j] > 0.2)
        e += conditional[j] * x[i];
    e += third;
  }
  return e;
}

// Twice: what the first loop leaves is gone in the next iteration.
static double again(const double *x, int n, int d) {
  double e = 1;
  for (int i = 0; i < n; ++i) {
    double part[16];
    for (int j = 0; j < d; ++j)
      part[j] = x[j] * e;
    for (int j = 0; j < d; ++j)
      e += sin(part[j]) * x[i];
    for (int j = 0; j < d; ++j)
      e += part[j] * part[j] * 0.1;
  }
  return e;
}

namespace none {
AD_MODES double f(const V &x) { return many(x.data(), 2, 0, 5) + again(x.data(), 3, 0) + x[0]; }
} // namespace none
namespace few {
AD_MODES double f(const V &x) { return many(x.data(), 5, 2, 3) + again(x.data(), 2, 2); }
} // namespace few
namespace all {
AD_MODES double f(const V &x) { return many(x.data(), 4, 5, 5) + again(x.data(), 5, 5); }
} // namespace all

int main() {
  CHECK_CASE(none, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(few, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(all, {0.5, 0.1, -0.2, 0.4, 0.7});
  return finish();
}
