// Structured bindings by a 'get' that computes something.
// RUN: %clang_ad_plugin -std=c++17 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <utility>

struct Sum {
  double u, w;
  template <std::size_t I> double get() const { return I ? u - w : u + w; }
};
template <> struct std::tuple_size<Sum> : std::integral_constant<std::size_t, 2> {};
template <std::size_t I> struct std::tuple_element<I, Sum> {
  using type = double;
};
// expected-note@+2 {{derivative of 'summed' requested here}}
// expected-note@+1 {{derivative of 'summed' requested here}}
[[ad::differentiate(reverse)]] double summed(double x) {
  Sum s{x, x * x};
  // expected-error@+4 {{cannot differentiate a structured binding by a 'get' that does something else than return a member}}
  // expected-note@+3 {{call 'get' itself}}
  // expected-error@+2 {{cannot differentiate a structured binding by a 'get' that does something else than return a member}}
  // expected-note@+1 {{call 'get' itself}}
  auto [p, q] = s;
  return p * q;
}
