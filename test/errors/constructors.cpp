// Constructors whose body is elsewhere, and members that they give values in ways not followed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <memory>
#include <utility>

struct Hidden {
  double v;
  explicit Hidden(double);
};

// expected-note@+1 {{derivative of 'hidden' requested here}}
[[ad::differentiate(reverse)]]
double hidden(double x) {
  // expected-error@+2 {{cannot differentiate a call to the constructor of 'Hidden', whose body is not visible}}
  // expected-note@+1 {{define it in this file}}
  Hidden h(x);
  return h.v * x;
}

struct Scale {
  // expected-error@+2 {{cannot differentiate through the constant member 'k' of a class with a constructor}}
  // expected-note@+1 {{make the member non-const, or mark it [[ad::constant]]}}
  Scale() : k(2), u(1) {}
  const double k;
  double u;
};

// expected-note@+1 {{derivative of 'scales' requested here}}
[[ad::differentiate(reverse)]]
double scales(double x) {
  Scale s[2];
  return s[1].k * x;
}

struct Table {
  double values[100];
  int n;
  // expected-error@+2 {{cannot differentiate the initialiser of an array member this large}}
  // expected-note@+1 {{fill it with a loop in the constructor's body}}
  explicit Table(double x) : values{x}, n(1) {}
};

// expected-note@+1 {{derivative of 'table' requested here}}
[[ad::differentiate(reverse)]]
double table(double x) {
  Table t(x);
  return t.values[0] * x;
}

struct Named {
  char name[8] = "x";
  double v;
  // expected-error@+1 {{cannot differentiate this initialiser of an array member}}
  explicit Named(double x) : v(x) {}
};

// expected-note@+1 {{derivative of 'named' requested here}}
[[ad::differentiate(forward)]]
double named(double x) {
  Named n(x);
  return n.v * x;
}

struct Base {
  virtual double at() const = 0;
  virtual ~Base() {}
};
struct Larger : Base {
  const double &r;
  // expected-error@+2 {{cannot differentiate through 'r', a member of reference type, which is bound to a temporary}}
  // expected-note@+1 {{bind it to a variable}}
  Larger(const double &a, const double &b) : r(std::max(a, b)) {}
  double at() const override { return r * r; }
};

// expected-note@+1 {{derivative of 'refers' requested here}}
[[ad::differentiate(forward)]]
double refers(double x, double y) {
  Larger l(x, y);
  return l.at();
}

struct Rec {
  double u, w;
};
struct Keeper : Base {
  std::unique_ptr<Rec> p;
  double k;
  Keeper(std::unique_ptr<Rec> &&q, double x) : p(std::move(q)), k(x) {}
  double at() const override { return p->u * k; }
};

// expected-note@+1 {{derivative of 'keeps' requested here}}
[[ad::differentiate(reverse)]]
double keeps(double x) {
  // expected-error@+2 {{cannot differentiate this constructor of 'Keeper', which does more with a smart pointer than to keep it}}
  // expected-note@+1 {{take it by value and move it into a member, 'm(std::move(p))'}}
  Keeper k(std::make_unique<Rec>(Rec{x, x}), x);
  return k.at();
}

struct Square : Base {
  double v;
  explicit Square(double x) : v(x) {}
  double at() const override { return v * v; }
};

// expected-note@+1 {{derivative of 'shares' requested here}}
[[ad::differentiate(reverse)]]
double shares(double x) {
  // expected-error@+2 {{cannot differentiate how a std::unique_ptr to an object with virtual functions becomes a std::shared_ptr}}
  // expected-note@+1 {{make the object with std::make_shared}}
  std::shared_ptr<Base> p = std::make_unique<Square>(x);
  return p->at();
}
