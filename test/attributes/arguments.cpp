// Wrong modes and arguments are errors that list what is possible.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
#include <algorithm>
using namespace std; // std::reverse is visible, and not in the way
[[ad::differentiate(forward, reverse)]] double fine(double);

// CHECK: :[[@LINE+1]]:3: error: 'ad::differentiate' needs a mode; supported: forward, reverse
[[ad::differentiate]] double a(double);
// CHECK: :[[@LINE+1]]:21: error: unknown mode 'revers'; did you mean 'reverse'? supported: forward, reverse
[[ad::differentiate(revers)]] double b(double);
// CHECK: :[[@LINE+1]]:30: error: unknown mode 'revers'; did you mean 'reverse'? supported: forward, reverse
[[ad::differentiate(forward, revers)]] double c(double);
// CHECK: :[[@LINE+1]]:21: error: unknown mode 'sideways'; supported: forward, reverse
[[ad::differentiate(sideways)]] double d(double);
// CHECK: :[[@LINE+1]]:21: error: mode 'taylor' is not supported yet; supported: forward, reverse
[[ad::differentiate(taylor)]] double e(double);
// CHECK: :[[@LINE+1]]:30: error: argument of 'ad::differentiate' is not the name of a mode
[[ad::differentiate(forward, 3)]] double f(double);
// CHECK: :[[@LINE+1]]:21: error: argument of 'ad::differentiate' is not the name of a mode
[[ad::differentiate("reverse")]] double g(double);
// CHECK: :[[@LINE+1]]:3: error: 'ad::constant' takes no arguments
[[ad::constant(3)]] double h;
// CHECK: :[[@LINE+1]]:3: error: unknown attribute 'differentiate'; did you mean 'ad::differentiate'?
[[differentiate(forward)]] double i(double);
// CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: 'j' is {{.*}}: it has no derivative
[[ad::constant]] [[ad::differentiate(forward)]] double j(double);
