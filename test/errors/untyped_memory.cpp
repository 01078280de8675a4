// Void pointers that lead to values of several types, or that are passed on without their type
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>
#include <vector>
// expected-note@+1 3 {{derivative of 'both' requested here}}
[[ad::differentiate(reverse)]]
double both(double x, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'malloc' whose result has no type}}
  // expected-note@+1 {{cast the result to a pointer to what is stored there}}
  void *p = malloc(n * sizeof(double));
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'void *' as 'double *'}}
  // expected-note@+1 {{a variable, parameter or result of type 'void *' may be followed that leads to one type alone; give members of classes the type that they are cast to}}
  double *d = static_cast<double *>(p);
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'void *' as 'float *'}}
  // expected-note@+1 {{a variable, parameter or result of type 'void *' may be followed that leads to one type alone; give members of classes the type that they are cast to}}
  float *f = static_cast<float *>(p);
  d[0] = x;
  f[1] = 1;
  return d[0];
}

using Function = double (*)(double, void *);
static double scaled(double x, void *k) { return x * *static_cast<double *>(k); }
static double plain(double x, void *) { return x; }
Function all[] = {scaled, plain};
// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, int i) {
  // expected-error@+2 {{cannot differentiate through a cast that reinterprets 'double *' as 'void *'}}
  // expected-note@+1 {{a variable, parameter or result of type 'void *' may be followed that leads to one type alone; give members of classes the type that they are cast to}}
  return all[i](x, &x);
}

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(reverse)]]
double made(double x, int i) {
  void *p = malloc(sizeof(double));
  *static_cast<double *>(p) = x;
  // expected-error@+2 {{cannot differentiate: a pointer to floating values is passed on as 'void *' here}}
  // expected-note@+1 {{pass it with its own type, or as a template parameter}}
  double y = all[i](x, p);
  free(p);
  return y;
}

struct Context {
  Function function;
  void *params;
};
// expected-note@+1 {{derivative of 'branched' requested here}}
[[ad::differentiate(reverse)]]
double branched(double x, double y, bool first) {
  Context c = {scaled, &x};
  // expected-error@+3 {{cannot differentiate through 'params': what this member stands for is not known}}
  // expected-note@+2 {{make the object a local variable, and set the member where it is declared}}
  if (!first)
    c.params = &y;
  return c.function(x, c.params);
}

struct Entry {
  double value;
  void *data;
};
// expected-note@+1 {{derivative of 'in_vector' requested here}}
[[ad::differentiate(reverse)]]
double in_vector(double x) {
  // expected-error@+2 {{cannot differentiate this use of a container of objects of type 'Entry', which hold functions}}
  // expected-note@+1 {{append to it by push_back in the function that declares it, loop over it, and change the order of indices instead of that of its elements}}
  std::vector<Entry> all{{x, &x}};
  return all[0].value;
}
