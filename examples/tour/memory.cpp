// Memory of the caller: read, written, updated in place.

// y += s * x
[[ad::differentiate(forward, reverse)]]
void axpy(double s, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += s * x[i];
}

// a[i] = a[0] * ... * a[i]
[[ad::differentiate(reverse)]]
void running_product(double *a, int n) {
  for (int i = 1; i < n; ++i)
    a[i] *= a[i - 1];
}

// The same where the caller promises that x and y do not overlap.
[[ad::differentiate(reverse)]]
void axpy_apart(double s, const double *__restrict x, double *__restrict y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += s * x[i];
}
