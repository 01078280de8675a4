// Objects of any type, and references in objects to what is not followed by them.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <any>
#include <functional>
#include <memory>

// expected-note@+1 {{derivative of 'any_number' requested here}}
[[ad::differentiate(reverse)]]
double any_number(double x) {
  // expected-error@+2 {{cannot differentiate calls through 'std::any'}}
  // expected-note@+1 {{take the function as a template parameter, or call it directly}}
  std::any a = x;
  return std::any_cast<double>(a);
}

static double known(const std::any &a) { return std::any_cast<int>(a); }
// expected-note@+1 {{derivative of 'any_parameter' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate calls through 'std::any'}}
// expected-note@+1 {{take the function as a template parameter, or call it directly}}
double any_parameter(double x) { return x * known(3); }

struct Scale {
  double k;
  double operator()(double x) const { return k * x; }
};
[[ad::differentiate(reverse)]]
double function_object(double x) {
  Scale s{x};
  auto f = std::ref(s);
  return f(x);
}

// expected-note@+1 {{derivative of 'counter' requested here}}
[[ad::differentiate(reverse)]]
double counter(double x) {
  int n = 2;
  // expected-error@+2 {{cannot differentiate calls through 'std::reference_wrapper'}}
  // expected-note@+1 {{take the function as a template parameter, or call it directly}}
  auto r = std::ref(n);
  return x * r;
}

// expected-note@+1 {{derivative of 'owner' requested here}}
[[ad::differentiate(reverse)]]
double owner(double x) {
  auto p = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate calls through 'std::reference_wrapper'}}
  // expected-note@+1 {{take the function as a template parameter, or call it directly}}
  auto r = std::ref(p);
  return *r.get();
}
