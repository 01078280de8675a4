// Calls to virtual methods.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Shape {
  virtual double area(double x) const { return x; }
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to the virtual function 'area', whose target is not known here}}
// expected-note@+1 {{call a final or non-virtual function}}
double f(const Shape &s, double x) { return s.area(x) * x; }
