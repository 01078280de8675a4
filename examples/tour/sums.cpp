// Sums of adjoints, and adjoints of stencils (docs/performance.md).

[[ad::differentiate(reverse)]]
double scale(double *a, int n, double t) {
  for (int i = 0; i < n; ++i)
    a[i] *= t;
  return a[0] * a[n - 1];
}

[[ad::differentiate(reverse)]]
double smooth(const double *u, int n) {
  double v[100];
  for (int i = 1; i < n - 1; ++i)
    v[i] = 0.25 * (u[i - 1] + 2 * u[i] + u[i + 1]);
  return v[1] * v[n - 2];
}
