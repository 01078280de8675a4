// Containers that own memory.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <vector>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::vector<double>'}}
  // expected-note@+1 {{use arrays, std::array or a record of floating values}}
  std::vector<double> v(3, x);
  return v[0] * v[1];
}

// expected-note@+1 2 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  // expected-error@+2 {{cannot differentiate a value of type '__detail::__unique_ptr_t<double>'}}
  // expected-note@+1 {{use arrays, std::array or a record of floating values}}
  auto p = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate a value of type 'std::unique_ptr<double>'}}
  // expected-note@+1 {{use arrays, std::array or a record of floating values}}
  return *p * x;
}
