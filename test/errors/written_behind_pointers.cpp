// Values with derivatives that are stored behind globals, or in what constant functions refer to
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <utility>
#include <vector>
double *buffer;
struct Space {
  double *p;
  double scale = 1;
  std::vector<double> v;
};
Space space;
Space *spaces;
[[ad::constant]] Space &instance() {
  static Space one;
  return one;
}
[[ad::constant]] double &cell(std::vector<double> &v, int i) { return v[i]; }

// expected-note@+1 {{derivative of 'global' requested here}}
[[ad::differentiate(forward, reverse)]]
double global(double x) {
  // expected-error@+2 {{cannot differentiate a write to what 'buffer' leads to, which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  buffer[0] = x;
  return buffer[0] * x;
}

// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  // expected-error@+2 {{cannot differentiate a write to what 'space' leads to, which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  *space.p += x;
  return *space.p;
}

// expected-note@+1 {{derivative of 'address' requested here}}
[[ad::differentiate(reverse)]]
double address(double x) {
  // expected-error@+2 {{cannot differentiate a write to what 'spaces' leads to, which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  spaces->p = &x;
  return *spaces->p;
}

// expected-note@+1 {{derivative of 'alias' requested here}}
[[ad::differentiate(forward)]]
double alias(double x) {
  double *p = buffer;
  // expected-error@+2 {{cannot differentiate a write to what 'buffer' leads to, which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  p[1] = x;
  return p[1];
}

static void count(double *p, int n, double x) {
  if (n == 0)
    return;
  p[n - 1] = x;
  count(p, n - 1, x * x);
}
// expected-note@+1 {{derivative of 'called' requested here}}
[[ad::differentiate(reverse)]]
double called(double x) {
  // expected-error@+2 {{cannot differentiate a write to what 'buffer' leads to, which outlives the call}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  count(buffer, 3, x);
  return buffer[0];
}

// expected-note@+1 {{derivative of 'singleton' requested here}}
[[ad::differentiate(forward, reverse)]]
double singleton(double x) {
  Space &s = instance();
  // expected-error@+2 {{cannot differentiate a write to what a function without derivatives refers to}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  s.scale = x * x;
  return s.scale * x;
}

// expected-note@+1 {{derivative of 'swapped' requested here}}
[[ad::differentiate(forward)]]
double swapped(double x) {
  // expected-error@+2 {{cannot differentiate a write to what a function without derivatives refers to}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  std::swap(instance().scale, x);
  return x;
}

// expected-note@+1 {{derivative of 'grown' requested here}}
[[ad::differentiate(forward)]]
double grown(double x) {
  // expected-error@+2 {{cannot differentiate a write to what a function without derivatives refers to}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  instance().v.push_back(x);
  return instance().v[0];
}

// What it was given carries derivatives, so a constant may not be written there either.
// expected-note@+1 {{derivative of 'element' requested here}}
[[ad::differentiate(forward)]]
double element(double x) {
  std::vector<double> v{x, x};
  // expected-error@+2 {{cannot differentiate a write to what a function without derivatives refers to}}
  // expected-note@+1 {{pass it as a parameter, or write it in a function marked [[ad::constant]]}}
  cell(v, 1) = 2.0;
  return v[1];
}
