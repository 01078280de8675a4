// `__builtin_bit_cast` (and `std::bit_cast`) of an active value.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a bit cast}}
  // expected-note@+1 {{values that are copied as bytes lose their derivatives; assign them instead}}
  long bits = __builtin_bit_cast(long, x);
  return __builtin_bit_cast(double, bits + 1);
}
