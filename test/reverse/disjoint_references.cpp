// A reference may lead into what a loop stores, and what is added to one is memory: such loops are
// not marked for the vectoriser; nor are those that call sqrt, which may set errno.
// RUN: %clang_ad_plugin -O2 -Wall -Wextra -Werror -c -o %t %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

double factor = 2;

// CHECK-NOT: assume_safety
[[ad::differentiate(reverse)]]
void scaled(double *__restrict y, const double *__restrict a, const double *__restrict b,
            const double &k, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * b[i] * k;
}

[[ad::differentiate(reverse)]]
double roots(const std::vector<double> &a, std::vector<double> &b, std::vector<double> &c, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    c[i] = a[i] * b[i] * std::sqrt(1 + a[i] * a[i]);
  for (int i = 0; i < n; ++i)
    s += c[i];
  return s;
}

[[ad::differentiate(reverse)]]
void by_global(double *__restrict y, const double *__restrict a, const double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = a[i] * b[i] * factor;
}
