// Recursion that passes itself a closure of the function that it was passed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

double wrapped(std::function<double(double)> f, int n) {
  if (n == 0)
    return f(1);
  // expected-error@+2 {{cannot differentiate this recursive call: the function that it passes on is another one each time}}
  // expected-note@+1 {{pass the same function on, and what changes as an argument}}
  return wrapped([f](double x) { return 2 * f(x); }, n - 1) +
         wrapped([&f](double x) { return f(x) * x; }, n - 1);
}

// expected-note@+1 {{derivative of 'continued' requested here}}
[[ad::differentiate(reverse)]]
double continued(double x) {
  return wrapped([x](double t) { return t * x; }, 3);
}
