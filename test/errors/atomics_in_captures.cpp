// Atomics of the compiler, read and written where a lambda captures the value.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
_Atomic int counter = 2;

// expected-note@+1 {{derivative of 'read' requested here}}
[[ad::differentiate(reverse)]]
double read(double x) {
  // expected-error@+2 {{cannot differentiate an atomic object}}
  // expected-note@+1 {{accumulate in a local variable and store it outside the differentiated function}}
  auto f = [n = 2 * counter] { return n; };
  return f() * x;
}

// expected-note@+1 {{derivative of 'written' requested here}}
[[ad::differentiate(forward)]]
double written(double x) {
  // expected-error@+2 {{cannot differentiate an atomic object}}
  // expected-note@+1 {{accumulate in a local variable and store it outside the differentiated function}}
  auto f = [n = 1 + (counter = 3)] { return n; };
  return f() * x;
}
