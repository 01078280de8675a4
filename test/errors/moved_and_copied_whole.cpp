// Moves and copies of whole objects: arrays of vectors in them, functions in them, captured copies.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <utility>
#include <vector>

struct Rows {
  std::vector<double> v[2];
};

// expected-note@+1 {{derivative of 'constructed' requested here}}
[[ad::differentiate(reverse)]]
double constructed(double x) {
  Rows a;
  a.v[0] = {x};
  // expected-error@+2 {{cannot differentiate a move of an array of vectors}}
  // expected-note@+1 {{swap them in a loop}}
  Rows b = std::move(a);
  return b.v[0][0] + a.v[0].size();
}

// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(forward)]]
double assigned(double x) {
  Rows a, b;
  a.v[0] = {x};
  // expected-error@+2 {{cannot differentiate a move of an array of vectors}}
  // expected-note@+1 {{swap them in a loop}}
  b = std::move(a);
  return b.v[0][0] + a.v[0].size();
}

struct Step {
  std::function<double(double)> f;
  double by;
};

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, int n) {
  Step h{[x](double y) { return x * y; }, x};
  Step g{[x](double y) { return x + y; }, x};
  // expected-error@+2 {{cannot differentiate this copy of an object of type 'Step', which holds functions, references or matrices of run-time size}}
  // expected-note@+1 {{make the object a local variable}}
  Step k = n ? h : g;
  return k.by * x;
}
