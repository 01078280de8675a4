// A function of a vector that is inlined inside of an argument of itself: f(a, f(b, s)).
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs %s -o %t
// RUN: %t
#include "through.h"
using namespace Eigen;

static double quad(const VectorXd &a, double s) { return a.dot(a) * s + a[0]; }
static double solved(const PartialPivLU<MatrixXd> &lu, const VectorXd &b, double s) {
  return lu.solve(b)[0] * s;
}

namespace vectors {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  VectorXd a(2), b(2);
  a << v[0], v[1];
  b << v[2], v[3];
  return quad(a, quad(b, v[0])) + quad(b, quad(a, v[1]));
}
} // namespace vectors

namespace decompositions {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  MatrixXd A(2, 2), B(2, 2);
  A << v[0], 0.5, 0.25, v[1];
  B << v[2], 0.1, 0.2, v[3] + 1;
  const PartialPivLU<MatrixXd> a(A), b(B);
  VectorXd x(2);
  x << v[3], 1;
  return solved(a, x, solved(b, x, v[0]));
}
} // namespace decompositions

int main() {
  CHECK_VECTOR(vectors::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(decompositions::f, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
