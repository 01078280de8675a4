// Containers and owners of memory without rules of their own.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <deque>
#include <memory>
#include <vector>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::deque<double>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::deque<double> v(3, x);
  return v[0] * v[1];
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::unique_ptr<double>'}}
// expected-note@+1 {{pass the pointer that it holds}}
double g(const std::unique_ptr<double> &p) { return *p * *p; }

// expected-note@+1 {{derivative of 'inserted' requested here}}
[[ad::differentiate(forward)]]
double inserted(const std::vector<double> &v) {
  std::vector<double> w = v;
  // expected-error@+2 {{cannot differentiate a call to 'std::vector::insert'}}
  // expected-note@+1 {{use an index loop, push_back, resize or assignment}}
  w.insert(w.begin(), v[0]);
  return w[0];
}

// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(reverse)]]
double pointed(const std::vector<double> &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    // expected-error@+2 {{cannot differentiate a pointer into the vector 'w' in reverse mode}}
    // expected-note@+1 {{use indices, or declare the vector at the top of the function with its final size}}
    std::vector<double> w(3, v[i]);
    double *p = w.data();
    if (v[i] > 0)
      p = &w[1];
    *p *= v[i];
    s += w[0] + w[1];
  }
  return s;
}
