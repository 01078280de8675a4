// Virtual calls whose overriders cannot be told apart, or are not there.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
struct Shape {
  virtual const std::vector<double> &where() const { return at; }
  std::vector<double> at;
};
struct Framed : Shape {
  const Shape *inner;
  const std::vector<double> &where() const override { return inner->where(); }
};

// expected-note@+1 {{derivative of 'handle' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to 'where', which is recursive and returns a place or a closure}}
// expected-note@+1 {{return the value itself, or write it to an output parameter}}
double handle(const Shape &s, double x) { return s.where()[0] * x; }

struct Law {
  virtual double at(double x) const = 0;
};

// expected-note@+1 {{derivative of 'none' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to the virtual function 'Law::at': no class that overrides it is defined in this file}}
// expected-note@+1 {{include their definitions, or call a final or non-virtual function}}
double none(const Law &l, double x) { return l.at(x) * x; }

struct Filter {
  virtual double pass(double x) const { return x; }
};
double elsewhere(double x) {
  struct Local : Filter {
    double pass(double x) const override { return x * x; }
  } local;
  return local.pass(x);
}

// expected-note@+1 {{derivative of 'unnamed' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call to the virtual function 'Filter::pass': 'Local', which overrides it, is local to a function}}
// expected-note@+1 {{move the class to a namespace}}
double unnamed(const Filter &f, double x) { return f.pass(x) * x; }

struct Start {
  double s;
  // expected-error@+2 {{cannot differentiate a call to the virtual function 'Start::first' from a constructor}}
  // expected-note@+1 {{say whose it is: Start::first}}
  Start(double x) { s = first(x); }
  virtual double first(double x) const { return x > 9 ? first(x - 1) : x; }
};
struct Next : Start {
  Next(double x) : Start(x) {}
  double first(double x) const override { return x * x; }
};

// expected-note@+1 {{derivative of 'constructed' requested here}}
[[ad::differentiate(reverse)]]
double constructed(double x) {
  Next n(x);
  return n.s;
}

// What a base has said of the object that is being made.
struct Known;
struct Registry {
  Known *newest;
};
struct Known {
  Known(Registry &r) { r.newest = this; }
  virtual double value(double x) const { return x; }
};
struct Asking : Known {
  double s;
  // expected-error@+2 {{cannot differentiate a call to the virtual function 'Known::value' from a constructor}}
  // expected-note@+1 {{say whose it is: Known::value}}
  Asking(Registry &r, double x) : Known(r) { s = r.newest->value(x); }
  double value(double x) const override { return 3 * x; }
};
struct Last : Asking {
  Last(Registry &r, double x) : Asking(r, x) {}
  double value(double x) const override { return x * x; }
};

// expected-note@+1 1+{{derivative of 'registered' requested here}}
[[ad::differentiate(reverse)]]
double registered(double x) {
  Registry r{nullptr};
  Last l(r, x);
  return l.s;
}
