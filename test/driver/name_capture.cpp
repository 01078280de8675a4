// A later overload that would win in the companion is an error, not a wrong derivative.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only -DHARMLESS %s
[[ad::constant]] double g(double x);
// CHECK: :[[@LINE+3]]:{{.*}} error: in the companion 'f_reverse', which stands at the end of the file, 'g' means another declaration than in 'f'
// CHECK: :[[@LINE-2]]:{{.*}} note: meant here
// CHECK: :[[@LINE+5]]:{{.*}} note: found at the end of the file; give it another name
[[ad::differentiate(reverse)]] double f(double x, int i) { return g(i) * x; }
#ifdef HARMLESS
double g(const char *);
#else
double g(int);
#endif
