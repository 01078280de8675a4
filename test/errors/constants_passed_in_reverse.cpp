// Calls, in reverse mode, that pass constants to parameters that carry derivatives.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <vector>

[[ad::differentiate(reverse)]] double norm(const double *p, double scale);
// expected-note@+1 {{derivative of 'annotated' requested here}}
[[ad::differentiate(reverse)]]
double annotated(double x, [[ad::constant]] const double *weights) {
  // expected-error@+2 {{cannot differentiate this call of 'norm' in reverse mode: argument 1 carries no derivative, but the parameter 'p' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]] if it is one, or pass a local copy}}
  return norm(weights, x);
}

double total(const double *p, double scale);
double total_reverse(const double *p, double *p_bar, double scale, double &scale_bar,
                     double total_bar);
// expected-note@+1 {{derivative of 'ruled' requested here}}
[[ad::differentiate(reverse)]]
double ruled(double x, [[ad::constant]] const std::vector<double> &weights) {
  // expected-error@+2 {{cannot differentiate this call of 'total' in reverse mode: argument 1 carries no derivative, but the parameter 'p' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]] if it is one, or pass a local copy}}
  return total(weights.data(), x);
}

[[ad::differentiate(reverse)]] double wave(const double *p, double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = std::sin(s + p[i]);
  return s;
}
// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, const double *p, [[ad::constant]] const double *weights, bool own) {
  // expected-error@+2 {{cannot differentiate this call of 'wave' in reverse mode: argument 1 carries no derivative, but the parameter 'p' does}}
  // expected-note@+1 {{mark the parameter [[ad::constant]] if it is one, or pass a local copy}}
  return wave(own ? p : weights, x, 3);
}
