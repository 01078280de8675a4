// Static constants whose value depends on the first call.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>

// expected-note@+1 {{derivative of 'reference' requested here}}
[[ad::differentiate(reverse)]]
double reference(double x, double pressure) {
  // expected-error@+2 {{cannot differentiate a function with the static constant 'first', which is computed when the function first runs}}
  // expected-note@+1 {{make it a plain local constant, or constexpr}}
  static const double first = pressure;
  return std::log(pressure / first) * x;
}

// expected-note@+1 {{derivative of 'rounds' requested here}}
[[ad::differentiate(forward)]]
double rounds(double x, int n) {
  // expected-error@+2 {{cannot differentiate a function with the static constant 'most', which is computed when the function first runs}}
  // expected-note@+1 {{make it a plain local constant, or constexpr}}
  static const int most = n > 3 ? n : 3;
  for (int i = 0; i < most; ++i)
    x = std::sin(x);
  return x;
}

double step(double x, double y) {
  // expected-error@+2 {{cannot differentiate a function with the static constant 'width', which is computed when the function first runs}}
  // expected-note@+1 {{make it a plain local constant, or constexpr}}
  static const double width = y * 0.5;
  return x * width;
}
// expected-note@+1 {{derivative of 'called' requested here}}
[[ad::differentiate(forward)]]
double called(double x, double y) {
  return step(x, y) * x;
}

double table(int n);
// expected-note@+1 {{derivative of 'looked_up' requested here}}
[[ad::differentiate(reverse)]]
double looked_up(double x, int n) {
  // expected-error@+2 {{cannot differentiate a function with the static constant 'first', which is computed when the function first runs}}
  // expected-note@+1 {{make it a plain local constant, or constexpr}}
  static const double first = table(n);
  return x * x * first;
}

struct Table {
  double k[2];
  double at(double x) const {
    // expected-error@+2 {{cannot differentiate a function with the static constant 'scale', which is computed when the function first runs}}
    // expected-note@+1 {{make it a plain local constant, or constexpr}}
    static const double scale = k[0];
    return k[1] * x * scale;
  }
};
// expected-note@+1 {{derivative of 'of_an_object' requested here}}
[[ad::differentiate(forward)]]
double of_an_object(const Table &t, double x) {
  return t.at(x) * x;
}
