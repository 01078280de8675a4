// Calls through pointers to functions and `std::function` whose target is not known.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <vector>

double elsewhere(float x);
double (*kept)(float) = elsewhere;

// expected-note@+1 {{derivative of 'none' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer: this file takes the address of no function of its type}}
// expected-note@+1 {{call the function directly, or let the pointer lead to functions with names}}
double none(double (*g)(float), float x) { return g(x) * x; }

double *place(double *x) { return x; }
// expected-note@+1 {{derivative of 'handle' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer: it returns a pointer or a reference}}
// expected-note@+1 {{return the value, or write to an out-parameter}}
double handle(double *(*g)(double *), double *x) { return *(x[0] > 0 ? g : &place)(x); }

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through 'std::function'}}
// expected-note@+1 {{which function it is must be known where it is called: take it as a template parameter, or call it directly}}
double given(const std::function<double(double)> &g, double x) { return g(x) * x; }

// expected-note@+1 1+{{derivative of 'assigned' requested here}}
[[ad::differentiate(reverse)]]
double assigned(double x) {
  std::function<double(double)> f = [](double t) { return t; };
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    // expected-error@+2 {{cannot differentiate through 'f': the loop that calls it sets it later on}}
    // expected-note@+1 {{set it ahead of the call}}
    s += f(x);
    f = [](double t) { return t * t; };
  }
  return s;
}

// expected-note@+1 1+{{derivative of 'captures' requested here}}
[[ad::differentiate(reverse)]]
double captures(const double *x, int n) {
  std::function<double(double)> f = [](double t) { return t; };
  if (n > 3) {
    const std::vector<double> weights(x, x + n);
    // expected-error@+2 {{cannot differentiate this assignment of a std::function}}
    // expected-note@+1 {{assign lambdas that capture numbers, or names of functions}}
    f = [weights](double t) { return t * weights[0]; };
  }
  return f(x[0]);
}

static std::function<double(double)> weighted(const double *x, int n) {
  const std::vector<double> weights(x, x + n);
  if (n > 3)
    // expected-error@+2 {{cannot differentiate this return of one of several functions}}
    // expected-note@+1 {{return lambdas that capture numbers, or names of functions}}
    return [weights](double t) { return t * weights[0]; };
  return [](double t) { return t; };
}
// expected-note@+1 1+{{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
double returned(const double *x, int n) { return weighted(x, n)(x[0]); }

// expected-note@+1 {{derivative of 'converts' requested here}}
[[ad::differentiate(reverse)]]
double converts(double x) {
  std::function<const double &(double &)> f = [](double &t) -> double & { return t; };
  // expected-error@+2 {{cannot differentiate this call: the function and the std::function that holds it have different signatures}}
  // expected-note@+1 {{call the function itself, or pass it to a function template}}
  return f(x);
}

struct Line {
  double slope;
  double operator()(double t) const { return slope * t; }
};
double bisect(const std::function<double(double)> &f, double a, double b, int depth) {
  const double m = 0.5 * (a + b);
  if (depth == 0)
    return m;
  return f(m) > 0 ? bisect(f, a, m, depth - 1) : bisect(f, m, b, depth - 1);
}
// expected-note@+1 {{derivative of 'objects' requested here}}
[[ad::differentiate(reverse)]]
double objects(double x) {
  // expected-error@+2 {{cannot differentiate this call: it passes an object that is called to a function that is recursive or returns from inside a loop}}
  // expected-note@+1 {{pass a lambda that calls it}}
  return bisect(Line{x}, 0, 1, 3);
}
