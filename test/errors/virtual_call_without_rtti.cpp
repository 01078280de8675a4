// Virtual calls under `-fno-rtti`.
// RUN: %clang_ad_plugin -fno-rtti -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Shape {
  virtual double area(double x) const { return x; }
};
struct Square : Shape {
  double area(double x) const override { return x * x; }
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to the virtual function 'Shape::area': classes cannot be told apart under -fno-rtti}}
// expected-note@+1 {{compile with -frtti, or make the class final}}
double f(const Shape &s, double x) { return s.area(x) * x; }

// The class is known: nothing has to be told apart.
[[ad::differentiate(reverse)]]
double g(double x) {
  Square s;
  const Shape &t = s;
  return s.area(x) * t.area(x);
}
