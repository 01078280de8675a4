// The first annotated declaration fixes signature and constants; repeating it changes nothing.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -ast-print %s | FileCheck %s
// RUN: not %clang_ad_plugin -fsyntax-only -DWRONG %s 2>&1 | FileCheck %s --check-prefix=WRONG

// CHECK-COUNT-1: double f_reverse(double x, double &x_bar, double y, double f_bar = 1);
// CHECK-NOT: double f_reverse({{.*}});
[[ad::differentiate(reverse)]] double f(double x, [[ad::constant]] double y);
[[ad::differentiate(reverse)]] double f(double x, [[ad::constant]] double y);
double f(double z, double w);
double use(double x_bar) { return f_reverse(1, x_bar, 2); }

// A later declaration may ask for more.
// CHECK: double f_forward(double x, double x_dot, double y, double &f_dot);
[[ad::differentiate(forward)]] double f(double x, [[ad::constant]] double y);

// Default arguments of an earlier declaration, and its linkage.
double g(double x, int n = 3);
// CHECK: double g_reverse(double x, double &x_bar, int n = 3, double g_bar = 1);
[[ad::differentiate(reverse)]] double g(double x, int n);
static double h(double x);
// CHECK: static double h_reverse(double x, double &x_bar, double h_bar = 1);
[[ad::differentiate(reverse)]] double h(double x);
double h(double x) { return x * x; }

// Overloads have companions of their own.
// CHECK: float f_reverse(float x, float &x_bar, float f_bar = 1);
[[ad::differentiate(reverse)]] float f(float x);

#ifdef WRONG
// WRONG: :[[@LINE+2]]:{{.*}} error: parameter is not {{.*}} here, but where 'f' was first annotated
// WRONG: :7:{{.*}} note: first annotated here
[[ad::differentiate(reverse)]] double f(double x, double y);
// WRONG: :[[@LINE+3]]:{{.*}} error: the companion 'k_forward' of 'k' is already declared
// WRONG: :[[@LINE+1]]:{{.*}} note: declared here; remove it, or do not annotate the function
double k_forward(double x, double x_dot, double &k_dot);
[[ad::differentiate(forward)]] double k(double x);
#endif
