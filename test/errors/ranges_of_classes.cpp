// Loops over classes of the program whose iterators are those of a map or a set.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <map>
#include <set>
#include <string>

struct Model {
  std::map<std::string, double> parts;
  double weight = 1;
  auto begin() const { return parts.begin(); }
  auto end() const { return parts.end(); }
};
struct Selection {
  std::set<int> indices;
  double weight = 1;
  auto begin() const { return indices.begin(); }
  auto end() const { return indices.end(); }
};

// expected-note@+1 {{derivative of 'parts' requested here}}
[[ad::differentiate(reverse)]]
double parts(const Model &m, double x) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate a loop over a range of type 'const Model'}}
  // expected-note@+1 {{loop over an array or std::array, or by index}}
  for (const auto &[name, value] : m)
    s += value * x;
  return s;
}

// expected-note@+1 {{derivative of 'indices' requested here}}
[[ad::differentiate(forward)]]
double indices(const Selection &m, double x) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate a loop over a range of type 'const Selection'}}
  // expected-note@+1 {{loop over an array or std::array, or by index}}
  for (int i : m)
    s += i * x * m.weight;
  return s;
}
