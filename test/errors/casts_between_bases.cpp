// Dynamic casts across and into virtual bases, and of objects that are not finished.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Base {
  virtual ~Base() = default;
  double weight = 1;
};
struct Left : virtual Base {
  double left = 2;
};
struct Right : virtual Base {
  double right = 3;
};

// expected-note@+1 {{derivative of 'across' requested here}}
[[ad::differentiate(reverse)]]
double across(Left &b, double x) {
  // expected-error@+2 {{cannot differentiate a dynamic cast across or into virtual bases}}
  // expected-note@+1 {{take a reference to the derived class}}
  if (auto *p = dynamic_cast<Right *>(&b))
    return p->right * x;
  return x;
}

// expected-note@+1 {{derivative of 'down' requested here}}
[[ad::differentiate(forward)]]
double down(Base &b, double x) {
  // expected-error@+2 {{cannot differentiate a dynamic cast across or into virtual bases}}
  // expected-note@+1 {{take a reference to the derived class}}
  return dynamic_cast<Left &>(b).left * x;
}

struct Shape {
  virtual ~Shape() = default;
  double size;
  Shape(double s) : size(s) {}
};
struct Circle : Shape {
  double radius;
  Circle(double r) : Shape(3 * r * r), radius(r) {}
};
struct Box : Shape {
  double side;
  Box(double s) : Shape(s * s), side(s) {
    // expected-error@+1 {{cannot differentiate a dynamic cast of an object that is under construction}}
    if (auto *p = dynamic_cast<Circle *>(static_cast<Shape *>(this)))
      side = p->radius;
  }
};

// expected-note@+1 {{derivative of 'unfinished' requested here}}
[[ad::differentiate(reverse)]]
double unfinished(double x) {
  Box b(x);
  return b.side;
}
