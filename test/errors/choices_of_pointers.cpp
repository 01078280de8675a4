// What is stored, copied or passed by a choice between a pointer and one without derivatives.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>

// expected-note@+1 {{derivative of 'stored' requested here}}
[[ad::differentiate(forward)]]
void stored(double *x, [[ad::constant]] double *k, double y, bool first) {
  // expected-error@+2 {{cannot differentiate: this may be storage that carries no derivative}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  (first ? x : k)[0] = y * y;
}

// expected-note@+1 {{derivative of 'stored_in_reverse' requested here}}
[[ad::differentiate(reverse)]]
double stored_in_reverse(double *x, [[ad::constant]] double *k, double y, bool first) {
  // expected-error@+2 {{cannot differentiate: this may be storage that carries no derivative}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  (first ? x : k)[0] = y * y;
  return x[0];
}

struct Body {
  double mass, charge;
};

// expected-note@+1 {{derivative of 'copied' requested here}}
[[ad::differentiate(reverse)]]
double copied(const Body *b, [[ad::constant]] const Body *k, bool first) {
  // expected-error@+2 {{cannot differentiate: this may be storage that carries no derivative}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  Body r = *(first ? b : k);
  return r.mass * r.charge;
}

double sum(const std::vector<double> &v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i] * v[i];
  return s;
}
// expected-note@+1 {{derivative of 'passed' requested here}}
[[ad::differentiate(reverse)]]
double passed(const std::vector<double> *v, [[ad::constant]] const std::vector<double> *k,
              bool first) {
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries derivatives, but what it is set to here has none}}
  // expected-note@+1 {{keep pointers to constant data in variables of their own, or in members marked [[ad::constant]]}}
  return sum(*(first ? v : k));
}

double power(const double &x, int n) { return n == 0 ? x * x : power(x, n - 1) * x; }
// expected-note@+1 {{derivative of 'passed_by_reference' requested here}}
[[ad::differentiate(reverse)]]
double passed_by_reference(const double *x, [[ad::constant]] const double *k, bool first) {
  // expected-error@+2 {{cannot differentiate: this may be storage that carries no derivative}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  return power((first ? x : k)[1], 3);
}

double sum(const double *x, int n) { return n == 0 ? 0 : *x * *x + sum(x + 1, n - 1); }
// expected-note@+1 {{derivative of 'passed_as_pointer' requested here}}
[[ad::differentiate(reverse)]]
double passed_as_pointer(const double *x, [[ad::constant]] const double *k, bool first) {
  // expected-error@+2 {{cannot differentiate this call of 'sum' in reverse mode: argument 1 carries no derivative, but the parameter 'x' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]] if it is one, or pass a local copy}}
  return sum(&(first ? x : k)[1], 3);
}
