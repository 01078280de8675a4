// OpenMP directives under `-fopenmp`.
// RUN: %clang_ad_plugin -fopenmp -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double sum = 0;
// expected-error@+2 {{cannot differentiate an OpenMP directive}}
// expected-note@+1 {{compile without -fopenmp, or keep the directive outside the differentiated function}}
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i];
  return sum;
}
