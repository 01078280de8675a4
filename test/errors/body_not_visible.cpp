// Calls to functions whose body is in another file.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
double elsewhere(double x);

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate this call: the body of 'elsewhere' is not visible here}}
// expected-note@+1 {{annotate its declaration with [[ad::differentiate(reverse)]], write its rule as a function 'elsewhere_reverse', or mark it [[ad::constant]]}}
double f(double x) { return elsewhere(x) * x; }
