// Smart pointers that are compared by their addresses, and their deleters.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>

struct Rec {
  double u, w;
};

// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(reverse)]]
double ordered(double x) {
  auto p = std::make_unique<Rec>(Rec{x, x}), q = std::make_unique<Rec>(Rec{x, 2});
  // expected-error@+2 {{cannot differentiate this comparison of smart pointers}}
  // expected-note@+1 {{use '==' or '!='}}
  return p < q ? p->u : q->u * x;
}

// expected-note@+1 {{derivative of 'shared' requested here}}
[[ad::differentiate(forward)]]
double shared(const std::shared_ptr<Rec> &p, const std::shared_ptr<Rec> &q, double x) {
  // expected-error@+2 {{cannot differentiate this comparison of smart pointers}}
  // expected-note@+1 {{use '==' or '!='}}
  if (p >= q)
    return p->u * x;
  return q->u * x;
}

// expected-note@+1 {{derivative of 'deleted' requested here}}
[[ad::differentiate(forward)]]
double deleted(double x) {
  auto p = std::make_unique<Rec>(Rec{x, x});
  double y = p->u * p->w;
  // expected-error@+2 {{cannot differentiate a call to 'std::unique_ptr::get_deleter'}}
  // expected-note@+1 {{use get, reset, release or assignment}}
  p.get_deleter()(p.release());
  return y;
}
