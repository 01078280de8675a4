// Annotated templates.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// RUN: not %clang_ad_plugin -fdelayed-template-parsing -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: error: 'ad::differentiate' cannot be applied to a template with -fdelayed-template-parsing

// expected-error@+2 {{'ad::differentiate' cannot be applied to a function with a parameter pack}}
// expected-note@+1 {{annotate a function that calls it}}
template <class... T> [[ad::differentiate(reverse)]] double pack(T... x) { return (x + ...); }

// expected-error@+2 {{'ad::differentiate' cannot be applied to a function whose result type is deduced}}
// expected-note@+1 {{write the result type}}
template <class T> [[ad::differentiate(reverse)]] auto deduced(T x) { return x * x; }

// expected-error@+2 {{'ad::differentiate' cannot be applied to a function whose types or constraints name its parameters}}
// expected-note@+1 {{write the types in terms of the template parameters}}
template <class T> [[ad::differentiate(reverse)]] auto named(T x) -> decltype(x * x) { return x; }

template <class T> struct S {
  double late(double x) const;
};
// expected-error@+2 {{'ad::differentiate' cannot be applied to a member of a class template outside of its class}}
// expected-note@+1 {{annotate the declaration inside the class}}
template <class T> [[ad::differentiate(reverse)]] double S<T>::late(double x) const { return x; }
