// Wrong uses of [[ad::extent(n)]] are errors that say what is possible.
// RUN: not %clang_ad_plugin -ferror-limit=0 -fsyntax-only %s 2>&1 | FileCheck %s
int global;

// CHECK: :[[@LINE+1]]:10: error: 'ad::extent' applies to pointer parameters only
void a([[ad::extent(n)]] double x, int n);
// CHECK: :[[@LINE+1]]:3: error: 'ad::extent' applies to pointer parameters only
[[ad::extent(3)]] int *b;
// CHECK: :[[@LINE+1]]:10: error: 'ad::extent' takes the number of elements: an extent is a parameter of integer type, a number, or made of such with + - * /
void c([[ad::extent]] double *x);
// CHECK: :[[@LINE+1]]:17: error: 'ad::extent' takes the number of elements
void d(int n, [[ad::extent(n, n)]] double *x);
// CHECK: :[[@LINE+1]]:17: error: 'ad::extent' takes the number of elements
void e(int n, [[ad::extent(n % 2)]] double *x);
// CHECK: :[[@LINE+1]]:17: error: 'ad::extent' takes the number of elements
void f(int n, [[ad::extent(n + global)]] double *x);
// CHECK: :[[@LINE+1]]:10: error: unknown attribute 'extent'; did you mean 'ad::extent'?
void g([[extent(n)]] double *x, int n);
