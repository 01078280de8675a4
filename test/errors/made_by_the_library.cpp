// Objects that the library makes without arguments, and whose class sets a pointer: no statement
// would set the pointer in the derivative.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <memory>
#include <tuple>
#include <utility>
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

struct ByCode {
  std::shared_ptr<double> a;
  ByCode() { a = std::make_shared<double>(1.5); }
};
// expected-note@+1 {{derivative of 'by_code' requested here}}
[[ad::differentiate(forward, reverse)]]
double by_code(double v) {
  // expected-error@+2 {{cannot differentiate objects that are made without arguments here, whose class sets a pointer}}
  // expected-note@+1 {{make them one by one, and append them}}
  std::vector<ByCode> w(2);
  *w[0].a *= v;
  return *w[0].a * *w[1].a;
}
// expected-note@+1 {{derivative of 'pair' requested here}}
[[ad::differentiate(forward)]]
double pair(double v) {
  // expected-error@+2 {{cannot differentiate objects that are made without arguments here, whose class sets a pointer}}
  // expected-note@+1 {{make them one by one, and append them}}
  std::pair<T, double> p;
  *p.first.a *= v;
  return *p.first.a;
}
// expected-note@+1 {{derivative of 'tuple' requested here}}
[[ad::differentiate(forward)]]
double tuple(double v) {
  // expected-error@+2 {{cannot differentiate objects that are made without arguments here, whose class sets a pointer}}
  // expected-note@+1 {{make them one by one, and append them}}
  std::tuple<T, double> p;
  *std::get<0>(p).a *= v;
  return *std::get<0>(p).a;
}
