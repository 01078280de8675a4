// What a wrapper of malloc returns has the type to which it is cast.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cstdlib>
static void *checked(std::size_t bytes) {
  void *p = std::malloc(bytes);
  if (!p)
    std::abort();
  return p;
}

// CHECK-LABEL: double f_reverse(const double *x, double *x_bar, int n, double f_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double *p = static_cast<double *>(malloc(n * sizeof(double)));
// CHECK-NEXT:    double *p_bar = tape.zeros<double>(n);
// CHECK-NEXT:    if (!p)
// CHECK-NEXT:      abort();
// CHECK-NEXT:    double *t = p;
// CHECK-NEXT:    double *t_bar = p_bar;
// CHECK-NEXT:    for (int i = 0; i < n; ++i)
// CHECK-NEXT:      t[i] = x[i] * x[i];
// CHECK-NEXT:    const double s = t[0] * t[n - 1];
// CHECK-NEXT:    tape.free_at_end(t);
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = f_bar;
// CHECK-NEXT:    t_bar[0] += t[n - 1] * s_bar;
// CHECK-NEXT:    t_bar[n - 1] += t[0] * s_bar;
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      x_bar[i] += 2 * x[i] * t_bar[i];
// CHECK-NEXT:      t_bar[i] = 0;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double f(const double *x, int n) {
  double *t = static_cast<double *>(checked(n * sizeof(double)));
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * x[i];
  const double s = t[0] * t[n - 1];
  std::free(t);
  return s;
}
