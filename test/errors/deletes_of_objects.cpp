// Deletes of objects that hold maps, or that have an operator delete of their own.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

struct Pooled {
  double x;
  static void operator delete(void *p) { std::free(p); }
};
using Map = std::map<std::string, double>;

// expected-note@+1 {{derivative of 'pooled' requested here}}
[[ad::differentiate(reverse)]]
double pooled(Pooled *p, double x) {
  double r = p->x * x;
  // expected-error@+2 {{cannot differentiate 'delete' of an object of type 'Pooled', which has an 'operator delete' of its own}}
  // expected-note@+1 {{let the caller own the object}}
  delete p;
  return r;
}

// expected-note@+1 {{derivative of 'pair' requested here}}
[[ad::differentiate(forward)]]
double pair(std::pair<Map, double> *p, double x) {
  double r = p->first.at("a") * p->second * x;
  // expected-error@+2 {{cannot differentiate 'delete' of an object that holds a map}}
  // expected-note@+1 {{use a local variable, or keep the object in the caller}}
  delete p;
  return r;
}

// expected-note@+1 {{derivative of 'two' requested here}}
[[ad::differentiate(reverse)]]
double two(std::array<Map, 2> *p, double x) {
  double r = p->at(0).at("a") * x;
  // expected-error@+2 {{cannot differentiate 'delete' of an object that holds a map}}
  // expected-note@+1 {{use a local variable, or keep the object in the caller}}
  delete p;
  return r;
}

// expected-note@+1 {{derivative of 'many' requested here}}
[[ad::differentiate(forward)]]
double many(std::vector<Map> *p, double x) {
  double r = (*p)[0].at("a") * x;
  // expected-error@+2 {{cannot differentiate 'delete' of an object that holds a map}}
  // expected-note@+1 {{use a local variable, or keep the object in the caller}}
  delete p;
  return r;
}
