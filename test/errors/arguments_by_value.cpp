// Arguments by value, with vectors or pointers, that another argument of the call leads to, too.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>

using Values = std::vector<double>;
[[ad::differentiate(reverse)]] double add(Values a, Values &to) {
  for (std::size_t i = 0; i < a.size(); ++i)
    to[i] += a[i] * a[i];
  return a[0];
}
// expected-note@+1 {{derivative of 'twice' requested here}}
[[ad::differentiate(reverse)]]
double twice(Values &x) {
  // expected-error@+2 {{cannot differentiate this call of 'add' in reverse mode: argument 1 is passed by value, and reached through another argument, too}}
  // expected-note@+1 {{copy it into a variable of its own}}
  return add(x, x) * x[0];
}

// expected-note@+1 {{derivative of 'local' requested here}}
[[ad::differentiate(reverse)]]
double local(double x) {
  Values v(3, x);
  // expected-error@+2 {{cannot differentiate this call of 'add' in reverse mode: argument 1 is passed by value, and reached through another argument, too}}
  // expected-note@+1 {{copy it into a variable of its own}}
  return add(v, v) * v[0];
}

struct State {
  Values v;
  double k;
};
[[ad::differentiate(reverse)]] void step(State from, State &to) {
  for (std::size_t i = 0; i < from.v.size(); ++i)
    to.v[i] += from.v[i] * from.k;
}
// expected-note@+1 {{derivative of 'object' requested here}}
[[ad::differentiate(reverse)]]
double object(State &s) {
  // expected-error@+2 {{cannot differentiate this call of 'step' in reverse mode: argument 1 is passed by value, and reached through another argument, too}}
  // expected-note@+1 {{copy it into a variable of its own}}
  step(s, s);
  return s.v[0] * s.k;
}

[[ad::differentiate(reverse)]] double extend(Values a, State &to) {
  to.k += a[0] * a[1];
  return a[0];
}
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(State &s) {
  // expected-error@+2 {{cannot differentiate this call of 'extend' in reverse mode: argument 1 is passed by value, and reached through another argument, too}}
  // expected-note@+1 {{copy it into a variable of its own}}
  return extend(s.v, s) * s.k;
}

struct View {
  double *p;
  double k;
};
[[ad::differentiate(reverse)]] void shift(View from, View &to) { to.p[0] += from.p[1] * from.k; }
// expected-note@+1 {{derivative of 'view' requested here}}
[[ad::differentiate(reverse)]]
double view(View &v) {
  // expected-error@+2 {{cannot differentiate this call of 'shift' in reverse mode: argument 1 is passed by value, and reached through another argument, too}}
  // expected-note@+1 {{copy it into a variable of its own}}
  shift(v, v);
  return v.p[0] * v.k;
}
