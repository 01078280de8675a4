// Recursive functions that throw what a try block catches which changes variables before.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <vector>

double power(double x, int n) {
  if (n > 3)
    throw std::domain_error("power");
  return n > 0 ? x * power(x, n - 1) : x;
}

// expected-note@+1 {{derivative of 'powers' requested here}}
[[ad::differentiate(forward)]]
double powers(const std::vector<double> &v, int n) {
  double s = 0;
  try {
    s += v[0];
    if (s < 0)
      throw std::domain_error("powers");
    // expected-error@+2 {{cannot differentiate a call to 'power', which is recursive and throws what is caught here}}
    // expected-note@+1 {{return what is wrong, and throw in the try block}}
    std::for_each(v.begin(), v.end(), [&](double a) { s += power(a, n); });
  } catch (const std::domain_error &) {
    return s;
  }
  return s * s;
}

// expected-note@+1 {{derivative of 'steps' requested here}}
[[ad::differentiate(reverse)]]
double steps(double x, int n) {
  double s = 0;
  std::function<double(double, int)> f = [&](double a, int k) {
    if (k > 3)
      throw std::domain_error("steps");
    // expected-error@+2 {{cannot differentiate a call to 'operator()', which is recursive and throws what is caught here}}
    // expected-note@+1 {{return what is wrong, and throw in the try block}}
    return k > 0 ? a * f(a, k - 1) : a;
  };
  try {
    s += x;
    if (s < 0)
      throw std::domain_error("steps");
    s *= f(x, n);
  } catch (const std::domain_error &) {
    return s;
  }
  return s * s;
}
