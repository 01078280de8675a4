// Objects that are moved into a call of what std::bind or std::mem_fn has made.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <memory>
#include <utility>
#include <vector>
using namespace std::placeholders;

double scaled_sum(std::vector<double> v, double k) {
  double sum = 0;
  for (double each : v)
    sum += each;
  return k * sum;
}
// expected-note@+1 {{derivative of 'vector' requested here}}
[[ad::differentiate(reverse)]]
double vector(double x) {
  auto f = std::bind(scaled_sum, _1, x);
  std::vector<double> v{x, 2 * x};
  // expected-error@+2 {{cannot differentiate this move of an argument of a bound function}}
  // expected-note@+1 {{call the function itself}}
  return f(std::move(v));
}

double owned(std::unique_ptr<double> p, double k) { return *p * k; }
// expected-note@+1 {{derivative of 'pointer' requested here}}
[[ad::differentiate(forward)]]
double pointer(double x) {
  auto f = std::bind(owned, _1, x);
  auto p = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate this move of an argument of a bound function}}
  // expected-note@+1 {{call the function itself}}
  return f(std::move(p));
}

struct Size {
  double width, height;
  double area() const { return width * height; }
};
// expected-note@+1 {{derivative of 'method' requested here}}
[[ad::differentiate(reverse)]]
double method(double x) {
  auto f = std::mem_fn(&Size::area);
  Size s{x, 2 * x};
  // expected-error@+2 {{cannot differentiate this move of an argument of a bound function}}
  // expected-note@+1 {{call the function itself}}
  return f(std::move(s));
}
