// Vectors that get or lose elements behind a pointer of the program's.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>

std::vector<double> *history = nullptr;

// expected-note@+1 {{derivative of 'noted' requested here}}
[[ad::differentiate(forward)]]
double noted(double x) {
  // expected-error@+2 {{cannot differentiate a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  history->push_back(x);
  return x * x;
}

// expected-note@+1 {{derivative of 'cleared' requested here}}
[[ad::differentiate(reverse)]]
double cleared(double x) {
  // expected-error@+2 {{cannot differentiate a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  history->clear();
  return x * x;
}

// expected-error@+2 {{cannot differentiate a change of a vector's size through a pointer}}
// expected-note@+1 {{change it through its name or a reference}}
void note(double x, int n) { history->resize(n, x); }
// expected-note@+1 {{derivative of 'called' requested here}}
[[ad::differentiate(forward)]]
double called(double x, int n) {
  note(x, n);
  return x * n;
}
