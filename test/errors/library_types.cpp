// Parts of library classes that no derivative can follow.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

using Either = std::variant<double, int>;

// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(reverse)]]
double pointed(double x) {
  Either v = x;
  const double *p = nullptr;
  // expected-error@+2 {{cannot differentiate a pointer into a variant}}
  // expected-note@+1 {{use std::get, a reference, or std::get_if in the declaration of a pointer that is not assigned again}}
  p = std::get_if<double>(&v);
  return *p;
}

// expected-note@+1 {{derivative of 'two_at_once' requested here}}
[[ad::differentiate(reverse)]]
double two_at_once(const Either &v, const Either &w, double x, double y) {
  // expected-error@+2 {{cannot differentiate a call of 'std::visit' that returns a reference}}
  // expected-note@+1 {{return the value}}
  return std::visit([&](auto, auto b) -> double & { return b > 0 ? x : y; }, v, w);
}

// expected-note@+1 {{derivative of 'of_vector' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::optional<std::vector<double>>'}}
// expected-note@+1 {{pass the vector, and whether there is one}}
double of_vector(const std::optional<std::vector<double>> &o) { return (*o)[0]; }

// expected-note@+1 {{derivative of 'into_optional' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a function whose result is of type 'std::optional<std::vector<double>>'}}
// expected-note@+1 {{return the vector, and tell by its size or another result whether there is one}}
std::optional<std::vector<double>> into_optional(double x) {
  return std::vector<double>{x};
}

// expected-note@+1 {{derivative of 'of_references' requested here}}
[[ad::differentiate(reverse)]]
double of_references(double x, double y) {
  // expected-error@+2 {{cannot differentiate a function with a variable of type 'std::tuple<double &, double &>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or records of floating values}}
  std::tuple<double &, double &> both(x, y);
  return x * y;
}

struct Branch;
using Tree = std::variant<double, std::shared_ptr<Branch>>;
struct Branch {
  Tree left, right;
};

// expected-note@+1 {{derivative of 'of_tree' requested here}}
[[ad::differentiate(forward, reverse)]]
double of_tree(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'Tree'}}
  // expected-note@+1 {{let an object that leads to others of its kind hold std::unique_ptr's or pointers, null where there is none, and a number that says which it is}}
  Tree t = std::make_shared<Branch>(Branch{x, 2 * x});
  return std::get<double>(std::get<1>(t)->left);
}
