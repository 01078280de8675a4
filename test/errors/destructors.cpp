// Objects with a destructor, where their lifetime cannot be followed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Own {
  double *p;
  Own(double v) : p(new double(v)) {}
  Own(const Own &o) : p(new double(*o.p)) {}
  ~Own() { delete p; }
};
struct Base {
  double v = 0;
  virtual ~Base() { v = 0; }
};
struct Elsewhere {
  double v = 0;
  ~Elsewhere();
};

// expected-note@+1 {{derivative of 'dynamic' requested here}}
[[ad::differentiate(reverse)]]
double dynamic(double x) {
  Base b;
  b.v = x;
  // expected-error@+2 {{cannot differentiate this object of type 'Base', which has virtual functions and a destructor}}
  // expected-note@+1 {{declare it by itself and assign to it, or keep it in the caller}}
  Base c = b;
  return c.v;
}

// expected-note@+1 {{derivative of 'hidden' requested here}}
[[ad::differentiate(forward)]]
double hidden(double x) {
  // expected-error@+2 {{cannot differentiate the destruction of an object of type 'Elsewhere', whose destructor is not visible}}
  // expected-note@+1 {{define it in this file}}
  Elsewhere e;
  e.v = x;
  return e.v * x;
}

// expected-error@+4 {{cannot differentiate a parameter passed by value whose type owns memory}}
// expected-note@+3 {{pass it by const reference}}
// expected-note@+1 {{derivative of 'byValue' requested here}}
[[ad::differentiate(reverse)]]
double byValue(Own o) { return *o.p * *o.p; }

// expected-note@+3 {{derivative of 'result' requested here}}
// expected-error@+3 {{cannot differentiate a function whose result is an object that owns memory}}
// expected-note@+2 {{write it to an output parameter}}
[[ad::differentiate(forward)]]
Own result(double x) { return Own(x * x); }

// expected-note@+1 2 {{derivative of 'several' requested here}}
[[ad::differentiate(reverse)]]
double several(double x) {
  // expected-error@+2 {{cannot differentiate an array of objects of type 'Own', whose destructor is not trivial}}
  // expected-note@+1 {{use single objects, or keep the array in the caller}}
  Own o[2] = {Own(x), Own(x)};
  // expected-error@+2 {{cannot differentiate 'delete' of an object of type 'Own', one of an array of objects that own memory}}
  // expected-note@+1 {{let the caller own the object}}
  delete[] &o[0];
  return *o[0].p;
}
