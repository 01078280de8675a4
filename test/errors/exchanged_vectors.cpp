// Vectors that carry derivatives, exchanged with vectors that carry none.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <utility>
#include <vector>
// expected-note@+1 {{derivative of 'forward_with_caller' requested here}}
[[ad::differentiate(forward)]]
double forward_with_caller(double x, [[ad::constant]] std::vector<double> &buffer) {
  std::vector<double> v(3, x);
  // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
  std::swap(v, buffer);
  return v[0];
}

// expected-note@+1 {{derivative of 'forward_with_copy' requested here}}
[[ad::differentiate(forward)]]
double forward_with_copy(const std::vector<double> &x, [[ad::constant]] std::vector<double> last) {
  std::vector<double> v = x;
  // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
  v.swap(last);
  return v[0] * last[0];
}

// expected-note@+1 {{derivative of 'forward_in_loop' requested here}}
[[ad::differentiate(forward)]]
double forward_in_loop(double x, int n, [[ad::constant]] std::vector<double> &scratch) {
  std::vector<double> v(3, x);
  for (int i = 0; i < n; ++i) {
    v[0] *= x;
    // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
    swap(v, scratch);
  }
  return v[0];
}

// expected-note@+1 {{derivative of 'reverse_with_caller' requested here}}
[[ad::differentiate(reverse)]]
double reverse_with_caller(double x, [[ad::constant]] std::vector<double> &buffer) {
  std::vector<double> v(3, x);
  // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
  std::swap(v, buffer);
  return v[0];
}

// expected-note@+1 {{derivative of 'reverse_with_copy' requested here}}
[[ad::differentiate(reverse)]]
double reverse_with_copy(const std::vector<double> &x, [[ad::constant]] std::vector<double> last) {
  std::vector<double> v = x;
  // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
  v.swap(last);
  return v[0] * last[0];
}

// expected-note@+1 {{derivative of 'reverse_in_loop' requested here}}
[[ad::differentiate(reverse)]]
double reverse_in_loop(double x, int n, [[ad::constant]] std::vector<double> &scratch) {
  std::vector<double> v(3, x);
  for (int i = 0; i < n; ++i) {
    v[0] *= x;
    // expected-error@+1 {{cannot differentiate: a vector that carries derivatives is exchanged with one that carries none}}
    swap(v, scratch);
  }
  return v[0];
}
