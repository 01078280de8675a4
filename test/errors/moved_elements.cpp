// Objects that can only be moved in the middle of a std::vector; maps of pointers at constants.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <map>
#include <memory>
#include <string>
#include <vector>

struct State {
  std::vector<double> v;
  std::unique_ptr<std::string> log;
};
State make(double x) { return State{std::vector<double>(3, x), nullptr}; }

// expected-note@+1 {{derivative of 'inserted' requested here}}
[[ad::differentiate(forward)]]
double inserted(double x) {
  std::vector<State> s;
  // expected-error@+2 {{cannot differentiate a call to 'std::vector::insert'}}
  // expected-note@+1 {{use an index loop, push_back, resize or assignment}}
  s.insert(s.begin(), make(x));
  return s[0].v[0] * x;
}

// expected-note@+1 {{derivative of 'mapped' requested here}}
[[ad::differentiate(reverse)]]
double mapped(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::map<int, std::unique_ptr<const double *>>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::map<int, std::unique_ptr<const double *>> m;
  const double *q = &x;
  m.try_emplace(1, std::make_unique<const double *>(q));
  return **m[1];
}
