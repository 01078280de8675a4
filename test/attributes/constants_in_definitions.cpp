// Parameters that only the definition of an annotated function calls constant.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-note@+2 {{first annotated here}}
[[ad::differentiate(reverse)]]
double in_definition(double x, double k);
// expected-error@+1 {{parameter is [[ad::constant]] here, but not where 'in_definition' was first annotated}}
double in_definition(double x, [[ad::constant]] double k) { return k * x; }

struct Scale {
  double k;
  // expected-note@+2 {{first annotated here}}
  [[ad::differentiate(reverse)]]
  double of(double x, int n) const;
};
// expected-error@+1 {{parameter is [[ad::constant]] here, but not where 'Scale::of' was first annotated}}
double Scale::of(double x, [[ad::constant]] int n) const { return k * x + n; }
