// Copies of arrays and vectors of variants.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <variant>
#include <vector>
using Part = std::variant<double, int>;
// expected-note@+1 {{derivative of 'of_array' requested here}}
[[ad::differentiate(reverse)]]
double of_array(double x) {
  // expected-error@+2 {{cannot differentiate a copy of this variant in reverse mode}}
  // expected-note@+1 {{copy arrays of variants in a loop of your own}}
  std::array<Part, 2> a{Part{x}, Part{2}};
  std::array<Part, 2> b = a;
  return std::get<double>(b[0]);
}

struct Row {
  Part parts[2];
};
// expected-note@+1 {{derivative of 'of_object' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a copy of this variant in reverse mode}}
// expected-note@+1 {{copy arrays of variants in a loop of your own}}
double of_object(const Row &a) {
  Row b = a;
  return std::get<double>(b.parts[0]);
}

// expected-note@+1 {{derivative of 'of_vector' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a copy of this variant in reverse mode}}
// expected-note@+1 {{copy arrays of variants in a loop of your own}}
double of_vector(const std::vector<Part> &a) {
  std::vector<Part> b = a;
  return std::get<double>(b[0]);
}

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a copy of this variant in reverse mode}}
// expected-note@+1 {{copy arrays of variants in a loop of your own}}
std::vector<Part> returned(const std::vector<Part> &a) {
  return a;
}

// expected-note@+1 {{derivative of 'in_loop' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a copy of this variant in reverse mode}}
// expected-note@+1 {{copy arrays of variants in a loop of your own}}
double in_loop(const std::vector<Part> &a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<Part> b = a;
    s += std::get<double>(b[0]) * std::get<double>(a[0]);
  }
  return s;
}
