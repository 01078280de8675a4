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

struct Branch {
  double v;
  std::unique_ptr<Branch> next;
};
void insert(std::unique_ptr<Branch> &at, double v) {
  if (at)
    return insert(at->next, v);
  at = std::make_unique<Branch>();
  at->v = v;
}

// expected-note@+1 {{derivative of 'recursive' requested here}}
[[ad::differentiate(reverse)]]
double recursive(double x) {
  std::unique_ptr<Branch> root;
  // expected-error@+2 {{cannot differentiate a call to 'insert', which is recursive and returns a place or takes a closure}}
  // expected-note@+1 {{return the value itself, or write it to an output parameter}}
  insert(root, x);
  return root->v;
}

struct Close {
  void operator()(double *p) const { delete[] p; }
};

// expected-note@+1 {{derivative of 'deleter' requested here}}
[[ad::differentiate(reverse)]]
double deleter(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::unique_ptr<double[], Close>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::unique_ptr<double[], Close> p(new double[1]);
  p[0] = x;
  return p[0];
}
