// Labels that are declared in a block, as GNU C allows.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-note@+1 {{derivative of 'doubled' requested here}}
[[ad::differentiate(forward)]]
double doubled(double x) {
  // expected-error@+1 {{cannot differentiate a declaration of this kind}}
  __label__ done;
  if (x > 1)
    goto done;
  x *= 2;
done:
  return x;
}

double first_above(const double *x, int n, double limit) {
  // expected-error@+1 {{cannot differentiate a declaration of this kind}}
  __label__ found;
  double y = 0;
  for (int i = 0; i < n; ++i) {
    y = x[i] * x[i];
    if (y > limit)
      goto found;
  }
found:
  return y;
}
// expected-note@+1 {{derivative of 'above_one' requested here}}
[[ad::differentiate(reverse)]]
double above_one(const double *x, int n) {
  return first_above(x, n, 1);
}
