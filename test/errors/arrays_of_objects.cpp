// Arrays of objects whose constructor changes more than its object, and constant ones without values
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
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
