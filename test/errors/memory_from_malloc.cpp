// Memory from malloc for objects that must be constructed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>
#include <string>
#include <vector>

struct Series {
  std::vector<double> values;
  double scale;
};
// expected-note@+1 {{derivative of 'series' requested here}}
[[ad::differentiate(reverse)]]
double series(double x) {
  // expected-error@+2 {{cannot differentiate this allocation of objects of type 'Series'}}
  // expected-note@+1 {{use 'new'}}
  Series *s = (Series *)std::malloc(sizeof(Series));
  s->scale = x;
  return s->scale;
}

// expected-note@+1 {{derivative of 'constant' requested here}}
[[ad::differentiate(reverse)]]
double constant(double x) {
  // expected-error@+2 {{cannot differentiate this allocation of objects of type 'const double'}}
  // expected-note@+1 {{use 'new'}}
  const double *p = (const double *)std::malloc(sizeof(double));
  return *p * x;
}

// expected-note@+1 {{derivative of 'text' requested here}}
[[ad::differentiate(reverse)]]
double text(double x) {
  // expected-error@+2 {{cannot differentiate this allocation of objects of type 'std::string'}}
  // expected-note@+1 {{use 'new'}}
  std::string *name = (std::string *)std::malloc(sizeof(std::string));
  return x;
}
