// After an error in the user's code the plugin keeps quiet, and never crashes.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+1]]:{{.*}} error: use of undeclared identifier 'y'
[[ad::differentiate(reverse)]] double f(double x) { return y * x; }
[[ad::differentiate(reverse)]] double g(double x) { return x * x; }
// CHECK: :[[@LINE+1]]:{{.*}} error: unknown type name 'Unknown'
[[ad::differentiate(reverse)]] double h(Unknown x) { return x * x; }
// CHECK: 2 errors generated.
