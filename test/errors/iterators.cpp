// Reverse iterators of containers without derivatives
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <iterator>
#include <numeric>
#include <vector>

// expected-note@+1 {{derivative of 'moved_by_the_library' requested here}}
[[ad::differentiate(forward, reverse)]]
double moved_by_the_library(const double *x) {
  std::vector<int> order{0, 1, 2, 3};
  auto it = order.rbegin();
  // expected-error@+2 {{cannot differentiate this use of a reverse iterator}}
  // expected-note@+1 {{use the members rbegin and rend, and operators}}
  std::advance(it, 2);
  return x[*it];
}

// expected-note@+1 2{{derivative of 'of_a_vector' requested here}}
[[ad::differentiate(forward, reverse)]]
double of_a_vector(const double *x) {
  std::vector<int> order(4);
  // expected-error@+4 {{cannot differentiate this use of a reverse iterator}}
  // expected-note@+3 {{use the members rbegin and rend, and operators}}
  // expected-error@+2 {{cannot differentiate this use of a reverse iterator}}
  // expected-note@+1 {{use the members rbegin and rend, and operators}}
  std::iota(std::rbegin(order), std::rend(order), 0);
  return x[order[0]];
}
