// Members that are references or functions, where what they stand for is not known.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>
#include <utility>
#include <vector>

struct View {
  double &x;
};

struct Law {
  std::function<double(double)> at;
  double k;
};

static double repeated(Law law, int n) {
  return n == 0 ? law.k : law.at(repeated(law, n - 1));
}

// expected-note@+1 {{derivative of 'recursive' requested here}}
[[ad::differentiate(forward)]]
double recursive(double x) {
  Law law{[=](double t) { return t * x; }, x};
  // expected-error@+2 {{cannot differentiate a call to 'repeated', which is recursive and works with an object that holds a reference or a closure}}
  // expected-note@+1 {{hold a pointer or a value in it, or pass what the member stands for as a parameter}}
  return repeated(law, 3);
}

// expected-error@+4 {{cannot differentiate a function whose result, of type 'View', holds references}}
// expected-note@+3 {{return the values, or hold pointers instead}}
// expected-note@+1 {{derivative of 'result' requested here}}
[[ad::differentiate(reverse)]]
View result(double &x) {
  return {x};
}

// expected-note@+1 1+{{derivative of 'pair' requested here}}
[[ad::differentiate(reverse)]]
double pair(double x, double y) {
  // expected-error@+2 {{cannot differentiate a function with a variable of type 'std::pair<double &, double &>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or records of floating values}}
  std::pair<double &, double &> p(x, y);
  // expected-error@+2 {{cannot differentiate through 'first', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  p.first *= 2;
  return x;
}

struct Counted {
  const int &n;
  Counted(const int &m) : n(m) {}
};

int elsewhere(const Counted &c);
[[ad::constant]] int constant(const Counted &c) { return c.n; }

// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(forward, reverse)]]
double whole(double x, int n) {
  const Counted c(n);
  // expected-error@+2 {{cannot differentiate this use of an object of type 'Counted', which holds functions, references or matrices of run-time size}}
  // expected-note@+1 {{pass its members}}
  return x * elsewhere(c);
}

// expected-note@+1 {{derivative of 'constant_call' requested here}}
[[ad::differentiate(reverse)]]
double constant_call(double x, int n) {
  const Counted c(n);
  // expected-error@+2 {{cannot differentiate this use of an object of type 'Counted', which holds functions, references or matrices of run-time size}}
  // expected-note@+1 {{pass its members}}
  return x * constant(c);
}

struct Held {
  // expected-error@+2 {{cannot differentiate through 'n', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  Held(const int &m) : n(m), k(m) {}
  const int &n;
  double k;
};
struct Part {
  int &n;
  double k;
};

// What callers can name has no stand-in.
// expected-note@+1 {{derivative of 'both' requested here}}
[[ad::differentiate(reverse)]]
double both(const Held &h, double x, int n) {
  Held mine(n);
  return x * mine.k * h.n;
}

// expected-note@+1 {{derivative of 'copy' requested here}}
[[ad::differentiate(reverse)]]
double copy(const Part &p, double x) {
  // expected-error@+2 {{cannot differentiate through 'n', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  Part mine = p;
  mine.k *= x;
  return mine.k * ++mine.n;
}

// expected-note@+1 {{derivative of 'braces' requested here}}
[[ad::differentiate(reverse)]]
double braces(const Part &p, double x) {
  int n = 2;
  // expected-error@+2 {{cannot differentiate through 'n', a member of reference type}}
  // expected-note@+1 {{hold a pointer instead}}
  Part mine{n, x};
  return mine.k * ++mine.n * n * p.k;
}
