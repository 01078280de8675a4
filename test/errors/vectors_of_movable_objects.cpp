// Objects with vectors, and a std::unique_ptr to what carries no derivative, that are moved.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Log {
  std::string name;
};
struct State {
  std::vector<double> v;
  std::unique_ptr<Log> log;
};

// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(forward)]]
double kept(double x, int n) {
  std::vector<State> all;
  for (int i = 0; i < n; ++i) {
    State s;
    s.v.push_back(x);
    // expected-error@+2 {{cannot differentiate how this vector is made}}
    // expected-note@+1 {{make it with its size and set the elements in a loop}}
    all.push_back(std::move(s));
  }
  return all[0].v[0] * x;
}

// expected-note@+1 {{derivative of 'kept_in_reverse' requested here}}
[[ad::differentiate(reverse)]]
double kept_in_reverse(double x) {
  std::vector<State> all;
  State s;
  s.v.assign(3, x);
  // expected-error@+2 {{cannot differentiate how this vector is made}}
  // expected-note@+1 {{make it with its size and set the elements in a loop}}
  all.push_back(std::move(s));
  return all[0].v[0] * x;
}
