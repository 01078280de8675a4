// Pointers to functions of the library without a rule, and to a lambda in a friend of a class.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <cstdlib>
#include <functional>
#include <vector>

using F = double (*)(double);
int negative(int x) { return -x; }

// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(forward)]]
double whole(double x, int n, bool c) {
  int (*f)(int) = c ? static_cast<int (*)(int)>(std::abs) : negative;
  // expected-error@+2 {{cannot differentiate a call to 'abs' through a pointer: there is no rule for it}}
  // expected-note@+1 {{write what it does as a function of the program}}
  return f(n) * x;
}

// expected-note@+1 {{derivative of 'zeta' requested here}}
[[ad::differentiate(reverse)]]
double zeta(double x) {
  std::function<double(double)> f = static_cast<F>(std::riemann_zeta);
  if (x > 2)
    f = static_cast<F>(std::sin);
  // expected-error@+2 {{cannot differentiate a call to 'std::riemann_zeta<double>' through a pointer: there is no rule for it}}
  // expected-note@+1 {{write what it does as a function of the program}}
  return f(x) * x;
}

struct Operation {
  F run;
};
struct Rec {
  double u;
  friend double apply(const Rec &r, double x) {
    std::vector<Operation> all;
    // expected-error@+2 {{cannot differentiate through a pointer to this lambda}}
    // expected-note@+1 {{give it a name as a function}}
    all.push_back(Operation{[](double y) { return y * y; }});
    return r.u * all[0].run(x);
  }
};

// expected-note@+1 {{derivative of 'applied' requested here}}
[[ad::differentiate(reverse)]]
double applied(const Rec &r, double x) {
  return apply(r, x);
}
