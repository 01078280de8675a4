// Recursive methods that are called from a constructor and call virtual ones.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Shape {
  double area;
  // expected-error@+2 {{cannot differentiate a call to 'Shape::halved' from a constructor: it calls virtual functions}}
  // expected-note@+1 {{call it after the object is made}}
  Shape(double x) { area = halved(x, 3); }
  virtual ~Shape() {}
  virtual double side(double x) const { return x; }
  double halved(double x, int n) const { return n == 0 ? side(x) : halved(x, n - 1) / 2; }
};

struct Box : Shape {
  double volume;
  // expected-error@+2 {{cannot differentiate a call to 'Shape::halved' from a constructor: it calls virtual functions}}
  // expected-note@+1 {{call it after the object is made}}
  Box(double x) : Shape(x), volume(halved(x, 2)) {}
  double side(double x) const override { return 2 * x; }
};

// expected-note@+1 {{derivative of 'shape' requested here}}
[[ad::differentiate(reverse)]] double shape(double x) {
  Shape s(x);
  return s.area * x;
}

// expected-note@+1 {{derivative of 'box' requested here}}
[[ad::differentiate(forward)]] double box(double x) {
  Box b(x);
  return b.area * b.volume;
}
