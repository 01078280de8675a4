// `dynamic_cast` and `typeid`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <typeinfo>
struct A {
  virtual ~A() {}
  double a;
};
struct B : A {
  double b;
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const A &s) {
  // expected-error@+2 {{cannot differentiate a dynamic cast}}
  // expected-note@+1 {{take a reference to the derived class}}
  const B *b = dynamic_cast<const B *>(&s);
  return b ? b->b * s.a : s.a;
}
