// Functions that objects hold, where they are not called or passed on.
// RUN: %clang_ad_plugin -std=c++17 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <tuple>
#include <utility>

struct Model {
  double k;
  std::function<double(double)> f;
};

// expected-note@+1 2 {{derivative of 'exchanged' requested here}}
[[ad::differentiate(reverse)]]
double exchanged(double x) {
  Model m{x, [x](double y) { return x * y; }}, n{x, nullptr};
  // expected-error@+2 2 {{cannot differentiate a use of the function 'f' here}}
  // expected-note@+1 2 {{call it, or pass it to a function that is called}}
  std::swap(m.f, n.f);
  return n.k;
}

[[gnu::pure]] int number_of(const std::function<double(double)> &f);
// expected-note@+1 {{derivative of 'asked' requested here}}
[[ad::differentiate(forward)]]
double asked(double x) {
  Model m{x, [x](double y) { return x * y; }};
  // expected-error@+2 {{cannot differentiate a use of the function 'f' here}}
  // expected-note@+1 {{call it, or pass it to a function that is called}}
  return x * number_of(m.f);
}

// expected-note@+1 {{derivative of 'not_used' requested here}}
[[ad::differentiate(reverse)]]
double not_used(double x) {
  Model m{x, [x](double y) { return x * y; }};
  // expected-error@+2 {{cannot differentiate a use of the function 'f' here}}
  // expected-note@+1 {{call it, or pass it to a function that is called}}
  (void)m.f;
  return m.k;
}

template <class F> struct Held {
  F f;
  double k;
};
// expected-note@+1 {{derivative of 'address' requested here}}
[[ad::differentiate(forward)]]
double address(double x) {
  auto l = [x](double y) { return x * y; };
  Held<decltype(l)> h{l, x};
  // expected-error@+2 {{cannot differentiate a use of the function 'f' here}}
  // expected-note@+1 {{call it, or pass it to a function that is called}}
  auto *p = &h.f;
  return h.k;
}
