// Choices with `?:` that are written to, and that no pointer can stand for.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Indices {
  int at[3];
};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *x, int n) {
  Indices p{{0, 1, 2}}, q{{2, 1, 0}};
  // expected-error@+2 {{cannot differentiate this choice between arrays}}
  // expected-note@+1 {{use 'if'}}
  (n > 2 ? p : q).at[1] += 1;
  return x[p.at[1]] * x[q.at[1]];
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x, double y) {
  // expected-error@+2 {{cannot differentiate this choice between places}}
  // expected-note@+1 {{use 'if'}}
  (x ?: y) *= 2;
  return x * y;
}
