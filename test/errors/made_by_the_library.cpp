// Objects that the library makes without arguments, and whose class sets a pointer: no statement
// would set the pointer in the derivative.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <memory>
#include <vector>
struct T {
  std::shared_ptr<double> a = std::make_shared<double>(1.5);
};
// expected-note@+1 {{derivative of 'elements' requested here}}
[[ad::differentiate(forward, reverse)]]
double elements(double v) {
  // expected-error@+2 {{cannot differentiate objects that are made without arguments here, whose class sets a pointer}}
  // expected-note@+1 {{make them one by one, and append them}}
  std::vector<T> w(2);
  *w[0].a *= v;
  return *w[0].a * *w[1].a;
}
// expected-note@+1 {{derivative of 'array' requested here}}
[[ad::differentiate(reverse)]]
double array(double v) {
  // expected-error@+2 {{cannot differentiate objects that are made without arguments here, whose class sets a pointer}}
  // expected-note@+1 {{make them one by one, and append them}}
  std::array<T, 2> w;
  *w[0].a *= v;
  return *w[0].a * *w[1].a;
}
