// Eigen on the ordinary header search path, as `-I` puts it: its functions are the library's still.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -I %eigen -I %S/../programs %s -o %t
// RUN: %t
#include "through.h"

// The method sees a constant object, its companion may not.
struct Residual {
  Residual(const Eigen::Vector2d &at) : at(at) {}
  template <class T> void operator()(const T *x, T *r) const {
    r[0] = x[0] * x[0] - at.x();
    r[1] = x[0] * x[1] * at(1);
  }
  Eigen::Vector2d at;
};
[[ad::differentiate(forward, reverse)]] double g(const Eigen::VectorXd &x) {
  Residual residual(Eigen::Vector2d(0.3 * x[1], x[0]));
  double r[2];
  residual(x.data(), r);
  return r[0] * r[1];
}
THROUGH(residuals)

int main() {
  CHECK_CASE(residuals, {0.7, -1.3});
  return finish();
}
