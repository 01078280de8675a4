// Pointers to arrays of smart pointers.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <memory>
using Pair = std::array<std::unique_ptr<double>, 2>;

// expected-note@+1 {{derivative of 'local' requested here}}
[[ad::differentiate(reverse)]]
double local(double x) {
  Pair both;
  both[0] = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate a pointer to an array of smart pointers}}
  // expected-note@+1 {{use a reference}}
  Pair *p = &both;
  return *(*p)[0] * x;
}

static double first(const Pair *p) { return *(*p)[0]; }
// expected-note@+1 {{derivative of 'passed' requested here}}
[[ad::differentiate(forward)]]
double passed(double x) {
  Pair both;
  both[0] = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate a pointer to an array of smart pointers}}
  // expected-note@+1 {{use a reference}}
  return first(&both);
}

// expected-note@+1 {{derivative of 'plain_array' requested here}}
[[ad::differentiate(reverse)]]
double plain_array(double x) {
  std::unique_ptr<double> both[2];
  both[0] = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate a pointer to an array of smart pointers}}
  // expected-note@+1 {{use a reference}}
  std::unique_ptr<double>(*p)[2] = &both;
  return *(*p)[0];
}
