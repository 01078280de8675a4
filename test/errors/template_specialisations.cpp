// Specialisations of templates.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
template <class T> T f(T x) { return x * x; }
// expected-note@+2 {{derivative of 'f<double>' requested here}}
// expected-error@+1 {{'ad::differentiate' cannot be applied to 'f<double>', a specialisation of a template; annotate the template}}
template <> [[ad::differentiate(reverse)]] double f<double>(double x) { return x; }

template <class T> struct S {
  double m(double) const;
};
// expected-note@+2 {{derivative of 'S<double>::m' requested here}}
// expected-error@+1 {{'ad::differentiate' cannot be applied to 'S<double>::m', a specialisation of a template; annotate the template}}
template <> [[ad::differentiate(reverse)]] double S<double>::m(double x) const { return x; }

// expected-note@+1 {{derivative of 'g' requested here}}
template <class T> [[ad::differentiate(reverse)]] T g(T x) { return x * x; }
// expected-error@+1 {{definition of 'g_reverse<double>' which is generated, because 'g' is annotated}}
template <> double g_reverse<double>(double x, double &, double) { return x; }
