// Expressions of later standards and of extensions: an element of a parameter pack, a block.
// RUN: %clang_ad_plugin -std=c++23 -fblocks -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
template <class... T> double last_of_two(T... t) {
  // expected-error@+2 {{cannot differentiate a node of class 'PackIndexingExpr'}}
  // expected-note@+1 {{write it in simpler terms, or move it into a function marked [[ad::constant]]}}
  return t...[1];
}
// expected-note@+1 {{derivative of 'picked' requested here}}
[[ad::differentiate(reverse)]]
double picked(double x) { return last_of_two(2.0, x * x); }

// expected-note@+1 2 {{derivative of 'block' requested here}}
[[ad::differentiate(forward)]]
double block(double x) {
  // expected-error@+2 {{cannot differentiate a node of class 'BlockExpr'}}
  // expected-note@+1 {{write it in simpler terms, or move it into a function marked [[ad::constant]]}}
  auto f = ^(double y) { return x * y; };
  // expected-error@+2 {{cannot differentiate a call of a block}}
  // expected-note@+1 {{take a function or a lambda instead}}
  return f(x);
}
