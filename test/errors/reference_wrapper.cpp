// std::reference_wrapper outside of variables, arguments and vectors
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <optional>
#include <utility>
#include <vector>

// expected-note@+1 {{derivative of 'handed' requested here}}
[[ad::differentiate(reverse)]]
double handed(std::reference_wrapper<const double> x) {
  // expected-error@-1 {{cannot differentiate a parameter of type 'std::reference_wrapper<const double>'}}
  // expected-note@-2 {{pass references or pointers}}
  return x * x;
}

struct Model {
  std::reference_wrapper<double> rate;
};
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  // expected-error@+2 {{cannot differentiate the reference 'rate', a member of a class}}
  // expected-note@+1 {{hold a pointer, or an index}}
  Model m{x};
  return m.rate * 2;
}

struct Models {
  std::vector<std::reference_wrapper<const double>> rates;
};
// expected-note@+1 {{derivative of 'vector' requested here}}
[[ad::differentiate(reverse)]]
double vector(const double &x) {
  // expected-error@+2 {{cannot differentiate the references in 'rates', a member of a class}}
  // expected-note@+1 {{hold pointers}}
  Models m;
  m.rates.push_back(x);
  return m.rates[0] * 2;
}

// expected-note@+1 {{derivative of 'optional' requested here}}
[[ad::differentiate(reverse)]]
double optional(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::optional<std::reference_wrapper<double>>'}}
  // expected-note@+1 {{hold pointers, or keep the references in a std::vector}}
  std::optional<std::reference_wrapper<double>> held;
  return held ? *held * x : x;
}

// A std::function of a reference may be copied, and all copies would change the same closure.
// expected-note@+1 2 {{derivative of 'shared' requested here}}
[[ad::differentiate(forward)]]
double shared(double x) {
  auto g = [m = x](double y) mutable { return m *= y; };
  // expected-error@+2 {{cannot differentiate the std::function 'f': which function it holds is not known}}
  // expected-note@+1 {{initialise it with a function or a lambda; assign it in the same function only, outside of loops}}
  std::function<double(double)> f = std::ref(g);
  // expected-error@+2 {{cannot differentiate a call through 'std::function'}}
  // expected-note@+1 {{which function it is must be known where it is called: take it as a template parameter, or call it directly}}
  return f(2) * g(1);
}
