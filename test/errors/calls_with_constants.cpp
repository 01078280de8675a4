// Calls, in forward mode, that pass constants to functions whose bodies are not seen.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
[[ad::differentiate(forward)]] double norm(const double *p, double scale);
// expected-note@+1 {{derivative of 'annotated' requested here}}
[[ad::differentiate(forward)]]
double annotated(double x, [[ad::constant]] const double *weights) {
  // expected-error@+2 {{cannot differentiate this call: an argument carries no derivative, but the parameter 'p' of 'norm' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]]}}
  return norm(weights, x);
}

double total(const double *p, double scale);
double total_forward(const double *p, const double *p_dot, double scale, double scale_dot,
                     double &total_dot);
// expected-note@+1 {{derivative of 'ruled' requested here}}
[[ad::differentiate(forward)]]
double ruled(double x, [[ad::constant]] const std::vector<double> &weights) {
  // expected-error@+2 {{cannot differentiate this call: an argument carries no derivative, but the parameter 'p' of 'total' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]]}}
  return total(weights.data(), x);
}

[[ad::differentiate(forward)]] double dot(const double *a, const double *b, int n);
// expected-note@+1 {{derivative of 'second' requested here}}
[[ad::differentiate(forward)]]
double second(const std::vector<double> &x, [[ad::constant]] const std::vector<double> &weights) {
  // expected-error@+2 {{cannot differentiate this call: an argument carries no derivative, but the parameter 'b' of 'dot' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]]}}
  return dot(x.data(), weights.data(), 3);
}

struct Table {
  const double *entries;
};
[[ad::differentiate(forward)]] double look(const Table &t, double x);
// expected-note@+1 {{derivative of 'in_object' requested here}}
[[ad::differentiate(forward)]]
double in_object(double x, [[ad::constant]] const Table &t) {
  // expected-error@+2 {{cannot differentiate this call: an argument carries no derivative, but the parameter 't' of 'look' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]]}}
  return look(t, x);
}

struct Model {
  virtual ~Model() = default;
  double slope;
  [[ad::differentiate(forward)]] double at(double x) const;
};
// expected-note@+1 {{derivative of 'receiver' requested here}}
[[ad::differentiate(forward)]]
double receiver(double x, [[ad::constant]] const Model &m) {
  // expected-error@+2 {{cannot differentiate this call: an argument carries no derivative, but the parameter 'this' of 'at' does}}
  // expected-note@+1 {{copy the object into a local variable first}}
  return m.at(x);
}
