// Objects that hold references, in functions that are recursive or return from inside a loop.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Scaled {
  double &x;
  double k;
};

double choose(Scaled &s, int n) { return n == 0 ? s.x : s.k * choose(s, n - 1); }
// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, double y, int n) {
  Scaled first{x, 2}, second{y, 3};
  // expected-error@+2 {{cannot differentiate a call to 'choose', which is recursive or returns from inside a loop, and works with an object that holds a reference or a closure}}
  // expected-note@+1 {{hold a pointer or a value in it, or pass what the member stands for as a parameter}}
  return choose(n % 2 ? first : second, n);
}

struct Counted {
  double &x;
  int n : 4;
};
double times(Counted &c, int n) { return n == 0 ? c.x : c.n * times(c, n - 1); }
// expected-note@+1 {{derivative of 'bits' requested here}}
[[ad::differentiate(forward)]]
double bits(double x) {
  Counted c{x, 3};
  // expected-error@+2 {{cannot differentiate a call to 'times', which is recursive or returns from inside a loop, and works with an object that holds a reference or a closure}}
  // expected-note@+1 {{hold a pointer or a value in it, or pass what the member stands for as a parameter}}
  return times(c, 2);
}

double halved(Scaled &s, int n) {
  // expected-error@+2 {{cannot differentiate a use of a whole object that holds a reference or a closure in 'halved', which is recursive or returns from inside a loop}}
  // expected-note@+1 {{use its members}}
  Scaled half = s;
  half.k /= 2;
  return n == 0 ? half.x * half.k : halved(half, n - 1);
}
// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(double x) {
  Scaled s{x, 2};
  return halved(s, 3);
}

template <class F> struct Step {
  F f;
  double h;
};
template <class F> double march(Step<F> &s, double x, int n) {
  // expected-error@+2 {{cannot differentiate a use of a whole object that holds a reference or a closure in 'march', which is recursive or returns from inside a loop}}
  // expected-note@+1 {{use its members}}
  Step<F> smaller = s;
  smaller.h /= 2;
  return n == 0 ? x : march(smaller, x + s.h * s.f(x), n - 1);
}
// expected-note@+1 {{derivative of 'marched' requested here}}
[[ad::differentiate(forward)]]
double marched(double x) {
  auto f = [x](double y) { return x * y; };
  Step<decltype(f)> s{f, 0.1};
  return march(s, x, 3);
}
