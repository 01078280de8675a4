// A function of a C program.
// RUN: %clang_ad_plugin -x c -std=c17 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-error@+1 {{'ad::differentiate' is supported in C++ only}}
__attribute__((ad_differentiate(reverse))) double square(double x) { return x * x; }
