// Functions of matrices with rules by hand, which calls follow, and of another file.
// REQUIRES: eigen
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs %s -o %t.o -c
// RUN: %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -DOTHER %s -o %t.other.o -c
// RUN: %clang_ad_plugin %t.o %t.other.o -o %t
// RUN: %t
#include <Eigen/Dense>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::MatrixXd;
using Eigen::VectorXd;

BOTH double elsewhere(const MatrixXd &A, const VectorXd &x);

#ifdef OTHER
double elsewhere(const MatrixXd &A, const VectorXd &x) { return x.dot(A * x); }
#else
#include "vectors.h"
using V = std::vector<double>;

// Without its rule the body would be refused.
static double length(const VectorXd &x) { return x.stableNorm(); }
static int followed = 0;
[[maybe_unused]] static double length_forward(const VectorXd &x, const VectorXd &x_dot,
                                              double &length_dot) {
  const double value = length(x);
  length_dot = x.dot(x_dot) / value;
  return value;
}
[[maybe_unused]] static double length_reverse(const VectorXd &x, VectorXd &x_bar,
                                              double length_bar) {
  ++followed;
  const double value = length(x);
  x_bar += length_bar / value * x;
  return value;
}

namespace by_hand {
struct State {
  VectorXd x;
};
BOTH double f(const V &v) {
  VectorXd x = VectorXd::Ones(2) * v[0];
  x(1) = v[1];
  State s{x * v[2]};
  return length(x) * v[3] + length(s.x) * length(2 * x + s.x);
}
} // namespace by_hand

namespace other_file {
BOTH double f(const V &v) {
  MatrixXd A = MatrixXd::Identity(2, 2) * v[0];
  A(0, 1) = v[1];
  VectorXd x = VectorXd::Ones(2) * v[2];
  x(0) = v[3];
  return elsewhere(A, x) + elsewhere(A.transpose() * A, A * x);
}
} // namespace other_file

int main() {
  CHECK_CASE_TWICE(by_hand);
  CHECK_CASE_TWICE(other_file);
  if (!followed)
    return 1;
  return finish();
}
#endif
