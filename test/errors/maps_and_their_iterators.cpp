// Maps in classes with virtual functions, maps filled with `{}`, iterators of unknown maps
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <map>

struct Table {
  std::map<int, double> values;
  virtual double at(int i) const { return values.at(i); }
  virtual ~Table() = default;
};
// expected-note@+1 {{derivative of 'table' requested here}}
[[ad::differentiate(reverse)]]
double table(double x) {
  // expected-error@+2 {{cannot differentiate a variable of type 'Table', which holds a map}}
  // expected-note@+1 {{use maps by themselves, or classes without virtual functions}}
  Table t;
  t.values[1] = x;
  return t.at(1);
}

// expected-note@+1 {{derivative of 'empty_element' requested here}}
[[ad::differentiate(reverse)]]
double empty_element(double x) {
  // expected-error@+2 {{cannot differentiate how this 'std::map<int, double>' is filled}}
  // expected-note@+1 {{insert its elements one by one}}
  std::map<int, double> m{{1, x}, {}};
  return m[1];
}

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, bool first) {
  std::map<int, double> m;
  m[1] = x;
  auto it = first ? m.begin() : m.find(1);
  // expected-error@+2 {{cannot differentiate: which map this iterator leads into is not known here}}
  // expected-note@+1 {{get the iterator from the map in the same function, or pass the key}}
  return it->second;
}

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(reverse)]]
double given(std::map<int, double>::const_iterator from, double x) {
  // expected-error@+2 {{cannot differentiate: which map this iterator leads into is not known here}}
  // expected-note@+1 {{get the iterator from the map in the same function, or pass the key}}
  return from->second * x;
}
