// Questions to pointers at constant data that are shared: how many own it, and whether it is there.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <string>

// expected-note@+1 {{derivative of 'owners' requested here}}
[[ad::differentiate(reverse)]]
double owners(std::shared_ptr<int> n, double x) {
  // expected-error@+2 {{cannot differentiate a call to 'std::__shared_ptr<int>::use_count': companions may keep objects for longer}}
  // expected-note@+1 {{keep what it tells in a variable of your own}}
  return n.use_count() * *n * x;
}

// expected-note@+1 {{derivative of 'alone' requested here}}
[[ad::differentiate(forward)]]
double alone(double x) {
  auto name = std::make_shared<std::string>("wide");
  // expected-error-re@+2 {{cannot differentiate a call to 'std::__shared_ptr<std::{{.*}}>::unique': companions may keep objects for longer}}
  // expected-note@+1 {{keep what it tells in a variable of your own}}
  return name.unique() ? x * x : x * name->size();
}

// expected-note@+1 {{derivative of 'gone' requested here}}
[[ad::differentiate(reverse)]]
double gone(const std::weak_ptr<int> &n, double x) {
  // expected-error@+2 {{cannot differentiate a call to 'std::__weak_ptr<int>::expired': companions may keep objects for longer}}
  // expected-note@+1 {{keep what it tells in a variable of your own}}
  return n.expired() ? x : x * x;
}
