// Annotated templates.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-error@+2 {{'ad::differentiate' on a template or a member of one is not supported yet}}
// expected-note@+1 {{annotate a function that calls it}}
template <class T> [[ad::differentiate(reverse)]] T f(T x) { return x * x; }
