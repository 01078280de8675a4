// Ranges of `case` labels with more than a thousand numbers.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'tariff' requested here}}
[[ad::differentiate(forward)]]
double tariff(double x, int year) {
  switch (year) {
  // expected-error@+2 {{cannot differentiate a case range this wide}}
  // expected-note@+1 {{use an if statement}}
  case 0 ... 1999:
    return x * x;
  default:
    return x;
  }
}

double weight(double x, unsigned key) {
  switch (key) {
  case 0 ... 15:
    return x;
  // expected-error@+2 {{cannot differentiate a case range this wide}}
  // expected-note@+1 {{use an if statement}}
  case 16 ... 65535:
    return 2 * x;
  }
  return 0;
}
// expected-note@+1 {{derivative of 'called' requested here}}
[[ad::differentiate(reverse)]]
double called(double x, unsigned key) {
  return weight(x, key) * x;
}
