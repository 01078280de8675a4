// Arrays of smart pointers that are chosen from two, and arrays that smart pointers own.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <memory>

struct Rec {
  double u, w;
};
using Both = std::array<std::unique_ptr<Rec>, 2>;

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, bool second) {
  // expected-error@+2 {{cannot differentiate this way of making an array of smart pointers}}
  // expected-note@+1 {{move its elements one by one}}
  Both p = second ? Both{nullptr, std::make_unique<Rec>(Rec{x, x})}
                  : Both{std::make_unique<Rec>(Rec{x, 2}), nullptr};
  return p[second]->u * p[second]->w;
}

// expected-note@+1 {{derivative of 'shared' requested here}}
[[ad::differentiate(forward)]]
double shared(double x, int n) {
  // expected-error@+2 {{cannot differentiate this call of 'std::make_shared'}}
  // expected-note@+1 {{make one object by one of its constructors}}
  std::shared_ptr<double[]> p = std::make_shared<double[]>(n);
  double *first = p.get();
  first[0] = x;
  return first[0] * x;
}

// expected-note@+1 {{derivative of 'of_known_size' requested here}}
[[ad::differentiate(reverse)]]
double of_known_size(double x) {
  // expected-error@+2 {{cannot differentiate this call of 'std::make_shared'}}
  // expected-note@+1 {{make one object by one of its constructors}}
  auto p = std::make_shared<double[3]>();
  double *first = p.get();
  first[0] = x;
  return first[0] * x;
}
