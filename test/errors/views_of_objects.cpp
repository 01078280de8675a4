// Objects with vectors that a loop over a view copies.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <ranges>
#include <utility>
#include <vector>

using Values = std::vector<double>;
struct State {
  Values v;
  double k;
};

// expected-note@+1 {{derivative of 'scaled' requested here}}
[[ad::differentiate(reverse)]]
double scaled(const std::vector<State> &all, double x) {
  double r = 0;
  auto scale = [x](const State &s) { return State{s.v, s.k * x}; };
  // expected-error@+2 {{cannot differentiate 's' in reverse mode: how long the vectors in it are is not known here}}
  // expected-note@+1 {{copy it into a variable that is declared by itself}}
  for (State s : all | std::views::transform(scale))
    r += s.v[0] * s.k;
  return r;
}

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(reverse)]]
double made(const Values &x) {
  double r = 0;
  auto repeat = [](double y) { return State{Values(3, y), y}; };
  // expected-error@+2 {{cannot differentiate 's' in reverse mode: how long the vectors in it are is not known here}}
  // expected-note@+1 {{copy it into a variable that is declared by itself}}
  for (auto s : x | std::views::transform(repeat))
    r += s.v[2] * s.k;
  return r;
}

// expected-note@+1 {{derivative of 'pairs' requested here}}
[[ad::differentiate(reverse)]]
double pairs(const std::vector<Values> &all, double x) {
  double r = 0;
  auto with = [x](const Values &v) { return std::pair<Values, double>(v, x); };
  // expected-error@+2 {{cannot differentiate 'p' in reverse mode: how long the vectors in it are is not known here}}
  // expected-note@+1 {{copy it into a variable that is declared by itself}}
  for (std::pair<Values, double> p : all | std::views::transform(with))
    r += p.first[0] * p.second;
  return r;
}
