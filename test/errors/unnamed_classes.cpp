// Classes without a name, and vectors that grow of objects with constant members
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <vector>

const struct {
  double x, w;
} rule = {0.2, 0.5};

// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(double a) {
  // expected-error@+2 {{cannot differentiate a variable of a class that has no name}}
  // expected-note@+1 {{give the class a name}}
  auto e = rule;
  return e.w * std::sin(a * e.x);
}

struct Term {
  const double *at;
  const double weight;
};

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(const double *x) {
  // expected-error@+2 {{cannot differentiate the vector 'terms' in reverse mode: it grows, and its elements have constant members}}
  // expected-note@+1 {{let the members be no constants, or make the vector with its size}}
  std::vector<Term> terms;
  terms.push_back({&x[0], x[1]});
  terms.push_back({&x[2], x[3]});
  double s = 0;
  for (const Term &t : terms)
    s += *t.at * t.weight;
  return s;
}
