// Vectors that are filled with copies of an object.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <vector>

struct Law {
  double k;
  explicit Law(double k) : k(k) {}
  virtual double at(double x) const { return k * x; }
  virtual ~Law() = default;
};
// expected-note@+1 {{derivative of 'laws' requested here}}
[[ad::differentiate(reverse)]]
double laws(double x) {
  // expected-error@+2 {{cannot differentiate this initialiser of a vector of objects}}
  // expected-note@+1 {{set the elements in a loop}}
  std::vector<Law> all(3, Law(x));
  return all[0].at(x);
}

// expected-note@+1 {{derivative of 'shared' requested here}}
[[ad::differentiate(reverse)]]
double shared(double x) {
  // expected-error@+2 {{cannot differentiate this initialiser of a vector of objects}}
  // expected-note@+1 {{set the elements in a loop}}
  std::vector<std::shared_ptr<double>> all(3, std::make_shared<double>(x));
  return *all[0];
}

struct Laws {
  std::vector<Law> all;
  // expected-error@+2 {{cannot differentiate this initialiser of a vector of objects}}
  // expected-note@+1 {{set the elements in a loop}}
  explicit Laws(double x) : all(3, Law(x)) {}
};
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  Laws laws(x);
  return laws.all[0].at(x);
}
