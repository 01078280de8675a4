// Calls to functions whose body is in another file.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

double elsewhere(double x);

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate this call: the body of 'elsewhere' is not visible here}}
// expected-note@+1 {{annotate its declaration with [[ad::differentiate(reverse)]], write its rule as a function 'elsewhere_reverse', or mark it [[ad::constant]]}}
double f(double x) { return elsewhere(x) * x; }

struct Base {
  double k;
  Base(double x);
};
struct Derived : Base {
  // expected-error@+2 {{cannot differentiate a call to 'Base::Base', whose body is not visible}}
  // expected-note@+1 {{define it in this file, or annotate its declaration}}
  using Base::Base;
};
// expected-note@+1 {{derivative of 'inherited_constructor' requested here}}
[[ad::differentiate(reverse)]]
double inherited_constructor(double x) {
  Derived d(x);
  return d.k;
}

struct Store {
  virtual double &at(int i) = 0;
};
struct Table : Store {
  double v[3];
  double &at(int i) override { return v[i]; }
};
struct File : Store {
  double &at(int i) override;
};
// expected-note@+1 {{derivative of 'reference' requested here}}
[[ad::differentiate(forward)]]
double reference(Store &s) {
  // expected-error@+2 {{cannot differentiate a call to 'File::at', whose body is not visible}}
  // expected-note@+1 {{define it in this file, or annotate its declaration}}
  return s.at(1) * s.at(2);
}

struct Rule {
  virtual double sum(const std::function<double(double)> &f) const = 0;
};
struct Simpson : Rule {
  double sum(const std::function<double(double)> &f) const override;
};
// expected-note@+1 {{derivative of 'given_a_function' requested here}}
[[ad::differentiate(reverse)]]
double given_a_function(const Rule &r, double x) {
  // expected-error@+2 {{cannot differentiate a call to 'Simpson::sum', whose body is not visible}}
  // expected-note@+1 {{define it in this file, or annotate its declaration}}
  return r.sum([x](double y) { return x * y; });
}
