// Member functions with a parameter for their object, used as values.
// RUN: %clang_ad_plugin -std=c++23 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Scale {
  double k;
  double of(this const Scale &s, double x) { return s.k * x; }
  double by(this const Scale &s, double x) { return x / s.k; }
};

// expected-note@+1 3 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x) {
  // expected-error@+3 2 {{cannot differentiate through a function used as a value}}
  // expected-note@+2 {{call 'of' directly}}
  // expected-note@+1 {{call 'by' directly}}
  double (*f)(const Scale &, double) = x > 1 ? &Scale::of : &Scale::by;
  // expected-error@+2 {{cannot differentiate a call through a pointer: this file takes the address of no function of its type}}
  // expected-note@+1 {{call the function directly, or let the pointer lead to functions with names}}
  return f(Scale{x}, 2);
}

// expected-note@+1 2 {{derivative of 'in_a_table' requested here}}
[[ad::differentiate(forward)]]
double in_a_table(double x, int i) {
  // expected-error@+3 2 {{cannot differentiate through a function used as a value}}
  // expected-note@+2 {{call 'of' directly}}
  // expected-note@+1 {{call 'by' directly}}
  double (*table[])(const Scale &, double) = {&Scale::of, &Scale::by};
  return table[i](Scale{x}, 2);
}

// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(reverse)]]
double assigned(double x) {
  double (*f)(const Scale &, double) = nullptr;
  // expected-error@+2 {{cannot differentiate through a function used as a value}}
  // expected-note@+1 {{call 'of' directly}}
  f = &Scale::of;
  return f(Scale{x}, 2);
}
