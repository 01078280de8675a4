// Constructors that allocate, in objects with members that are not looked into
// Nothing would free the memory of the adjoint's pointer.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <list>

struct Held {
  std::list<int> l;
  double *p;
  Held(double x) : p(new double(x)) { l.push_back(1); }
};

// expected-note@+1 {{derivative of 'held' requested here}}
[[ad::differentiate(forward, reverse)]]
double held(double x, double y) {
  // expected-error@+2 {{cannot differentiate the constructor of 'Held', which changes more than its object}}
  // expected-note@+1 {{make these changes in a function of their own}}
  Held a(x);
  *a.p *= y;
  double s = *a.p * a.l.size();
  delete a.p;
  return s;
}
