// What shows only after the declarator: reported at the end of the file, at the function.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+2]]:{{.*}} error: deleted function 'gone' has no derivative
// CHECK: note: derivative of 'gone' requested here
[[ad::differentiate(forward)]] double gone(double) = delete;
template <class T> T t(T x);
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to 't<double>', a specialisation of a template; annotate the template
template <> [[ad::differentiate(forward)]] double t(double x);
// CHECK: :[[@LINE+3]]:{{.*}} error: definition of 'byhand_forward' which is generated, because 'byhand' is annotated
// CHECK: note: derivative of 'byhand' requested here
[[ad::differentiate(forward)]] double byhand(double x);
double byhand_forward(double x, double x_dot, double &byhand_dot) { return 0; }
// CHECK-NOT: error:
