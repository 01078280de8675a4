// What forward mode refuses, and how it says so.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
#include <cmath>

// CHECK: errors.cpp:[[@LINE+2]]:{{.*}}: error: cannot differentiate 'cyl_bessel_j' by operand 1
[[ad::differentiate(forward)]] double order(double nu, double x) {
  return std::cyl_bessel_j(nu, x);
}
// CHECK-NOT: error:
[[ad::differentiate(forward)]] double argument(double x) { return std::cyl_bessel_j(0.5, x); }

double unknown(double x);
// CHECK: errors.cpp:[[@LINE+1]]:{{.*}}: error: cannot differentiate this call: the body of 'unknown' is not visible here
[[ad::differentiate(forward)]] double call(double x) { return unknown(x); }
