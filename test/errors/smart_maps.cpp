// Maps of smart pointers, and pairs and the like that hold some, where they are not followed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

struct Rec {
  double u, w;
};
using Owned = std::map<std::string, std::unique_ptr<Rec>>;
using Shared = std::map<std::string, std::shared_ptr<Rec>>;
using Rows = std::deque<std::vector<double>>;

// expected-note@+1 {{derivative of 'makes' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a function whose result is an object that owns memory}}
// expected-note@+1 {{write it to an output parameter}}
Owned makes(double x) {
  Owned m;
  m["a"] = std::make_unique<Rec>(Rec{x, x});
  return m;
}

// expected-note@+1 {{derivative of 'shares' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate: objects that 'shares' shares by std::shared_ptr may outlive the call}}
// expected-note@+1 {{let the caller make them}}
Shared shares(double x) {
  Shared m;
  m["a"] = std::make_shared<Rec>(Rec{x, x});
  return m;
}

// expected-note@+1 {{derivative of 'put' requested here}}
[[ad::differentiate(reverse)]]
double put(Owned &m, double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: memory that 'put' allocates may outlive the call}}
  // expected-note@+1 {{let the caller allocate it, or free it before the function returns}}
  m["a"] = std::make_unique<Rec>(Rec{x, x});
  return m["a"]->u * x;
}

// expected-note@+1 {{derivative of 'links' requested here}}
[[ad::differentiate(reverse)]]
double links(Shared &m, double x) {
  // expected-error@+2 {{cannot differentiate: this may change a std::shared_ptr of the caller's}}
  // expected-note@+1 {{work on objects that the function makes itself}}
  m.at("a") = m.at("b");
  return m.at("a")->u * x;
}

// expected-note@+1 {{derivative of 'linksAll' requested here}}
[[ad::differentiate(reverse)]]
double linksAll(Shared &m, double x) {
  for (auto &[k, p] : m)
    // expected-error@+2 {{cannot differentiate: this may change a std::shared_ptr of the caller's}}
    // expected-note@+1 {{work on objects that the function makes itself}}
    p = m.at("b");
  return m.at("a")->u * x;
}

// expected-note@+1 {{derivative of 'erases' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode: 'm', a map of pointers, may get or lose elements}}
// expected-note@+1 {{look them up by 'at' or 'find', or work on a copy}}
double erases(Owned &m, double x) {
  m.erase("a");
  return m.at("b")->u * x;
}

// expected-note@+1 {{derivative of 'rows' requested here}}
[[ad::differentiate(forward)]]
double rows(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::vector<Owned>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::vector<Owned> v(2);
  v[0]["a"] = std::make_unique<Rec>(Rec{x, x});
  return v[0]["a"]->u;
}

// expected-note@+1 {{derivative of 'merges' requested here}}
[[ad::differentiate(forward)]]
double merges(double x) {
  Owned m, n;
  m["a"] = std::make_unique<Rec>(Rec{x, x});
  // expected-error@+2 {{cannot differentiate this call of 'std::map<std::string, std::unique_ptr<Rec>>::merge'}}
  // expected-note@+1 {{use [], at, find, insert, erase or a loop over the elements}}
  n.merge(m);
  return n["a"]->u;
}

// expected-note@+1 {{derivative of 'pairs' requested here}}
[[ad::differentiate(forward)]]
double pairs(double x) {
  // expected-error@+2 {{cannot differentiate a function with a variable of type 'std::pair<double, std::unique_ptr<Rec>>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or records of floating values}}
  std::pair<double, std::unique_ptr<Rec>> p(x, std::make_unique<Rec>(Rec{x, x}));
  return p.second->u * p.first;
}

// expected-note@+1 {{derivative of 'pairGiven' requested here}}
[[ad::differentiate(reverse)]]
double pairGiven(std::pair<double, std::shared_ptr<Rec>> &o,
                 const std::pair<double, std::shared_ptr<Rec>> &p) {
  // expected-error@+2 {{cannot differentiate: this may change a std::shared_ptr of the caller's}}
  // expected-note@+1 {{work on objects that the function makes itself}}
  o = p;
  return o.second->u * o.first;
}

// expected-note@+1 {{derivative of 'perhaps' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::optional<std::shared_ptr<Rec>>'}}
// expected-note@+1 {{pass the pointer, or null where there is none}}
double perhaps(const std::optional<std::shared_ptr<Rec>> &o, double x) {
  return o ? (*o)->u * x : x;
}

// expected-note@+1 {{derivative of 'history' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'Rows'}}
// expected-note@+1 {{pass a std::vector}}
double history(const Rows &d, double x) {
  return d[0][0] * x;
}

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a function whose result is of type 'Rows'}}
// expected-note@+1 {{return a std::vector}}
Rows made(double x) {
  return {{x}, {x, x}};
}

// expected-note@+1 {{derivative of 'led' requested here}}
[[ad::differentiate(forward)]]
double led(double x) {
  Rows d{{x}, {x, x}};
  auto it = d.begin();
  // expected-error@+2 {{cannot differentiate: an iterator leads into a list of vectors whose front changes}}
  // expected-note@+1 {{use an index, or end the scope of the iterator before}}
  d.pop_front();
  return (*it)[0];
}

// expected-note@+1 {{derivative of 'middle' requested here}}
[[ad::differentiate(forward)]]
double middle(double x) {
  Rows d{{x}, {x, x}};
  // expected-error@+2 {{cannot differentiate a call to 'std::deque<std::vector<double>>::erase' of vectors}}
  // expected-note@+1 {{use a std::vector, or change the front or the back}}
  d.erase(d.begin());
  return d[0][0];
}

struct State {
  std::vector<double> at;
  double cost;
};
// expected-note@+1 {{derivative of 'middle_of_states' requested here}}
[[ad::differentiate(forward)]]
double middle_of_states(double x) {
  std::deque<State> d(2);
  d[1].at.push_back(x);
  // expected-error@+2 {{cannot differentiate a call to 'std::deque<State>::erase' of objects that hold vectors}}
  // expected-note@+1 {{use a std::vector, or change the front or the back}}
  d.erase(d.begin());
  return d[0].at[0];
}

// expected-note@+1 {{derivative of 'constants' requested here}}
[[ad::differentiate(reverse)]]
double constants(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::map<int, std::unique_ptr<const double *const>>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::map<int, std::unique_ptr<const double *const>> m;
  m.emplace(1, std::make_unique<const double *const>(&x));
  return **m[1] * x;
}
