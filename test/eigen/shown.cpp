// Matrices that are printed, or given to functions that are not differentiated.
// REQUIRES: eigen
// RUN: %if optimised %{ %clang_ad_plugin -O1 -Wall -Wextra -isystem %eigen -I %S/../programs \
// RUN:   %s -o %t %}
// RUN: %if optimised %{ %t %}
// RUN: %if llvm-19 %{ %clang_ad_plugin -O0 -Wall -Wextra -fsanitize=address,undefined \
// RUN:   -isystem %eigen -I %S/../programs %s -o %t.sanitized %}
// RUN: %if llvm-19 %{ %t.sanitized %}
#include "vectors.h"
#include <Eigen/Dense>
#include <iostream>
#include <sstream>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Eigen::VectorXd;
using V = std::vector<double>;

namespace printed {
BOTH double f(const V &v) {
  VectorXd x = VectorXd::Ones(2) * v[0];
  std::ostringstream o;
  o << x.transpose() << "\n";
  o << "x = " << x(0) << std::endl;
  return x.sum() * v[1];
}
} // namespace printed

namespace given {
[[ad::constant]] static void show(const VectorXd &x) {
  if (x.size() > 100)
    std::cerr << x.sum();
}
BOTH double f(const V &v) {
  VectorXd x = VectorXd::Ones(2) * v[0];
  show(x);
  return x.sum() * v[1];
}
} // namespace given

namespace member_given {
[[ad::constant]] static void show(const VectorXd &x) {
  if (x.size() > 100)
    std::cerr << x.sum();
}
struct S {
  VectorXd x;
};
BOTH double f(const V &v) {
  S s{VectorXd::Ones(2) * v[0]};
  show(s.x);
  return s.x.sum() * v[1];
}
} // namespace member_given

namespace by_ref {
[[ad::constant]] static double score(Eigen::Ref<const VectorXd> x) { return x.size() > 1 ? 2 : 1; }
BOTH double f(const V &v) {
  VectorXd a = VectorXd::Ones(2) * v[0];
  return score(a) * a.sum();
}
} // namespace by_ref

int main() {
  CHECK_CASE_TWICE(printed);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(member_given);
  CHECK_CASE_TWICE(by_ref);
  return finish();
}
