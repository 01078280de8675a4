// What a loop sets only behind a call of it, and what does not last as long as it is called.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <vector>

struct Holder {
  std::function<double(double)> f;
  std::vector<std::function<double(double)>> all;
};

// expected-note@+1 {{derivative of 'late' requested here}}
[[ad::differentiate(reverse)]]
double late(const double *x, int n) {
  Holder h;
  double r = 0;
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{cannot differentiate through 'f': the loop that calls it sets it later on}}
    // expected-note@+1 {{set it ahead of the call}}
    if (h.f)
      r += h.f(x[i]);
    double k = x[i];
    h.f = [k](double t) { return k * t; };
  }
  return r;
}

// expected-note@+1 {{derivative of 'filled' requested here}}
[[ad::differentiate(reverse)]]
double filled(const double *x, int n) {
  Holder h;
  double r = 0;
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{cannot differentiate through 'all': the loop that calls what is in it fills it later on}}
    // expected-note@+1 {{fill it ahead of the calls}}
    for (auto &g : h.all)
      r += g(x[i]);
    double k = x[i];
    h.all.push_back([k](double t) { return k * t; });
  }
  return r;
}

// expected-note@+1 {{derivative of 'element' requested here}}
[[ad::differentiate(reverse)]]
double element(const double *x, double *y, int n) {
  Holder h;
  double r = 0;
  for (int i = 0; i < n; ++i) {
    double &k = y[i];
    if (i == 1)
      // expected-error@+2 {{cannot differentiate through 'f': what a function in it captured is not there for as long}}
      // expected-note@+1 {{capture numbers by copy}}
      h.f = [&k](double t) { return k * t; };
    if (h.f)
      r += h.f(x[i]);
  }
  return r;
}

std::function<double(double)> scaled(double k) {
  return [k](double t) { return k * t; };
}

// What the two captured would lie in one place.
// expected-note@+1 {{derivative of 'composed' requested here}}
[[ad::differentiate(reverse)]]
double composed(double x, double y) {
  Holder h;
  auto a = scaled(x), b = scaled(y);
  if (x > 0)
    // expected-error@+2 {{cannot differentiate this use of a container of functions}}
    // expected-note@+1 {{fill it first, with functions and lambdas that capture numbers, and loop over it or call its elements}}
    h.all.push_back([a, b](double t) { return a(b(t)); });
  return h.all.empty() ? x : h.all[0](y);
}
