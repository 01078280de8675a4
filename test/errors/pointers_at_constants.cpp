// Pointers and references that lead now to what carries derivatives, now to a constant.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
// expected-note@+1 {{derivative of 'reassigned' requested here}}
[[ad::differentiate(forward)]]
double reassigned(double x, [[ad::constant]] const double *weights, bool given) {
  double own[3] = {x, x, x};
  const double *p = own;
  if (given)
    // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
    // expected-note@+1 {{copy what is constant into a local variable first}}
    p = weights;
  return p[0] * x;
}

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(forward)]]
double chosen(double x, [[ad::constant]] const std::vector<double> &weights, bool given) {
  std::vector<double> own(3, x);
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  const std::vector<double> &w = given ? weights : own;
  return w[0] * x;
}

// expected-note@+1 {{derivative of 'data' requested here}}
[[ad::differentiate(forward)]]
double data(double x, [[ad::constant]] const std::vector<double> &weights, bool given) {
  std::vector<double> own(3, x);
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  const double *p = (given ? weights : own).data();
  return p[0] * x;
}

// expected-note@+1 {{derivative of 'written' requested here}}
[[ad::differentiate(forward)]]
double written(double x, [[ad::constant]] double *scratch, bool given) {
  double own = x;
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  (given ? scratch[1] : own) = x * x;
  return own;
}

struct Node {
  double value;
  const double *next;
};
// expected-note@+1 {{derivative of 'linked' requested here}}
[[ad::differentiate(forward)]]
double linked(double x, [[ad::constant]] const double *last) {
  Node n{x, &x};
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  n.next = last;
  return n.value * *n.next;
}

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(forward)]]
double appended(double x, [[ad::constant]] const std::vector<double *> &more) {
  std::vector<double *> p;
  p.push_back(&x);
  // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
  // expected-note@+1 {{copy what is constant into a local variable first}}
  p.push_back(more[0]);
  return *p[0] + *p[1];
}

const double &pick(const double &x, const double &y, bool second) {
  if (second)
    // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
    // expected-note@+1 {{copy what is constant into a local variable first}}
    return y;
  return x;
}
// expected-note@+1 {{derivative of 'picked' requested here}}
[[ad::differentiate(forward)]]
double picked(double x, [[ad::constant]] const std::vector<double> &weights, bool second) {
  return pick(x, weights[0], second) * x;
}

static std::vector<double> defaults(3);
double &entry(double &x, bool given) {
  if (!given)
    // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries no derivative, but what it is assigned to leads to storage that does}}
    // expected-note@+1 {{copy what is constant into a local variable first}}
    return defaults[1];
  return x;
}
// expected-note@+1 {{derivative of 'looked_up' requested here}}
[[ad::differentiate(forward)]]
double looked_up(double x, bool given) {
  double y = x;
  return entry(y, given) * x;
}
