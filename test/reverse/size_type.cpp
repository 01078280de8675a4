// Loops over arrays count with std::size_t, which the file need not have.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
extern "C" void *memset(void *, int, decltype(sizeof 0)) noexcept;

// CHECK-LABEL: double f_reverse(
// CHECK:        for (std::size_t k = 0; k < 3; ++k)
// CHECK-NEXT:     a[k] = 0;
[[ad::differentiate(reverse)]]
double f(double x, int i) {
  double a[3];
  memset(a, 0, sizeof a);
  a[i] = x;
  return a[1] * x;
}
