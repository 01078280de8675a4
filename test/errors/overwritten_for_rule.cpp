// A companion by hand runs after the forward sweep, when memory may have changed: all that the
// pointer leads to counts, not its first element alone.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

double total(const double *x, int n);
double total_reverse(const double *x, double *x_bar, int n, double total_bar);

// expected-note@+1 {{derivative of 'behind_pointer' requested here}}
[[ad::differentiate(reverse)]] double behind_pointer(double *x) {
  // expected-error@+2 {{cannot differentiate this call in reverse mode: 'total_reverse' runs after the forward sweep, when memory that 'total' reads may have been overwritten}}
  // expected-note@+1 {{write the pair 'total_forward_sweep', 'total_reverse_sweep', or copy the data first}}
  double s = total(x, 4);
  x[3] = 5 * s;
  return s * x[3];
}

// expected-note@+1 {{derivative of 'in_array' requested here}}
[[ad::differentiate(reverse)]] double in_array(const double *a) {
  double x[4] = {a[0], a[1], a[2], a[3]};
  // expected-error@+2 {{cannot differentiate this call in reverse mode: 'total_reverse' runs after the forward sweep, when memory that 'total' reads may have been overwritten}}
  // expected-note@+1 {{write the pair 'total_forward_sweep', 'total_reverse_sweep', or copy the data first}}
  double s = total(x, 4);
  x[3] = 5 * s;
  return s * x[3];
}

// Another array.
[[ad::differentiate(reverse)]] double elsewhere(const double *a) {
  double x[4] = {a[0], a[1], a[2], a[3]}, y[4] = {};
  double s = total(x, 4);
  y[3] = 5 * s;
  return s * y[3];
}
