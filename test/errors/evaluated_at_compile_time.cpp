// What asks whether it is evaluated at compile time, where companions have other constants.
// RUN: %clang_ad_plugin -w -std=c++20 -ferror-limit=0 -fsyntax-only -Xclang -verify %s
constexpr bool asked() { return __builtin_is_constant_evaluated(); }
constexpr int terms() { return asked() ? 1 : 2; }
constexpr double part(double x) { return __builtin_is_constant_evaluated() ? x : 2 * x; }

// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(forward)]]
double whole(double x) {
  // expected-error@+2 {{cannot differentiate a call to 'terms', which asks whether it is evaluated at compile time}}
  // expected-note@+1 {{write the number that it is here}}
  int n = terms();
  return n * x;
}

// expected-note@+1 {{derivative of 'constant' requested here}}
[[ad::differentiate(forward)]]
double constant(double x) {
  // expected-error@+2 {{cannot differentiate a call to 'part', which asks whether it is evaluated at compile time}}
  // expected-note@+1 {{write the number that it is here}}
  constexpr double n = part(3);
  return n * x;
}

// expected-note@+1 {{derivative of 'itself' requested here}}
[[ad::differentiate(forward)]]
double itself(double x) {
  // expected-error@+2 {{cannot differentiate a constant that asks whether it is evaluated at compile time}}
  // expected-note@+1 {{write the number that it is here}}
  const bool n = __builtin_is_constant_evaluated();
  return n ? x : 2 * x;
}

// What is computed at run time is followed.
[[ad::differentiate(forward)]]
double followed(double x) {
  return __builtin_is_constant_evaluated() ? x : part(x);
}
