// Arrays of objects whose constructor changes more than its object, and constant ones without values
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
int made;
struct Counted {
  double v;
  Counted() : v(1) { ++made; }
};

// expected-note@+1 {{derivative of 'counted' requested here}}
[[ad::differentiate(forward, reverse)]]
double counted(double x) {
  // expected-error@+2 {{cannot differentiate the constructor of 'Counted', which changes more than its object}}
  // expected-note@+1 {{make these changes in a function of their own}}
  Counted c[2];
  c[1].v *= x;
  return c[0].v * c[1].v;
}

struct Weight {
  double w = 2;
};
// expected-note@+1 {{derivative of 'weighted' requested here}}
[[ad::differentiate(forward, reverse)]]
double weighted(double x) {
  // expected-error@+2 {{cannot differentiate an array of objects with a constructor of their own}}
  // expected-note@+1 {{write its elements in braces}}
  static const Weight table[2];
  return table[0].w * x;
}

struct Bucket {
  std::vector<double> v;
  double w = 0.5;
};
// expected-note@+1 {{derivative of 'filled' requested here}}
[[ad::differentiate(reverse)]]
double filled(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{cannot differentiate in reverse mode: the objects in the array 'b' hold vectors and do not start at zero}}
    // expected-note@+1 {{declare the array outside of loops and branches, or set the members in a loop, not in the class}}
    Bucket b[2];
    b[i % 2].w *= x[i];
    s += b[0].w * b[1].w;
  }
  return s;
}
