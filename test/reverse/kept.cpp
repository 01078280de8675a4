// How values are kept for the reverse sweep: under a name outside of loops, in an array by iteration
// in them, one array for all iterations of a nest whose extents are known beforehand.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"
#include <cstddef>

// CHECK:      double twice_reverse(double x, double &x_bar, double twice_bar) {
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   x_1 *= x_1;
// CHECK-NEXT:   const double x_1_bar = 2 * x * (2 * x_1 * twice_bar);
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1 * x_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double twice(double x) {
  x *= x;
  return x * x;
}

// CHECK:      double branch_reverse(double x, double &x_bar, bool c, double branch_bar) {
// CHECK-NEXT:   double x_1_before = 0;
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   if (c) {
// CHECK-NEXT:     x_1_before = x_1;
// CHECK-NEXT:     x_1 *= x_1;
// CHECK-NEXT:     x_1 -= 1;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double branch_value = std::sin(x_1);
// CHECK-NEXT:   double x_1_bar = std::cos(x_1) * branch_bar;
// CHECK-NEXT:   if (c) {
// CHECK-NEXT:     x_1 = x_1_before;
// CHECK-NEXT:     x_1_bar = 2 * x_1 * x_1_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return branch_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double branch(double x, bool c) {
  if (c) {
    x = x * x;
    x -= 1;
  }
  return std::sin(x);
}

// The nest is a rectangle.
// CHECK:      double nest_reverse(const double *a, double *a_bar, int m, int n, double nest_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double p = 0;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   double *p_at = tape.array<double>(m);
// CHECK-NEXT:   double **p_at_1 = tape.array<double>(m, n);
// CHECK-NEXT:   for (int i = 0; i < m; ++i) {
// CHECK-NEXT:     p_at[i] = p;
// CHECK-NEXT:     p = 1;
// CHECK-NEXT:     for (int j = 1; j <= n; ++j) {
// CHECK-NEXT:       p_at_1[i][j - 1] = p;
// CHECK-NEXT:       p *= a[i * n + j - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     s += p * p;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = nest_bar;
// CHECK-NEXT:   for (int i = m; i-- > 0;) {
// CHECK-NEXT:     double p_bar = 2 * p * s_bar;
// CHECK-NEXT:     for (int j = n + 1; j-- > 1;) {
// CHECK-NEXT:       a_bar[i * n + j - 1] += p_at_1[i][j - 1] * p_bar;
// CHECK-NEXT:       p_bar *= a[i * n + j - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     p = p_at[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double nest(const double *a, int m, int n) {
  double s = 0;
  for (int i = 0; i < m; ++i) {
    double p = 1;
    for (int j = 1; j <= n; ++j)
      p *= a[i * n + j - 1];
    s += p * p;
  }
  return s;
}

// This one is not: each iteration has an array of its own.
// CHECK:      double triangle_reverse(const double *a, double *a_bar, int n, double triangle_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double *p_at = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double p = 1;
// CHECK-NEXT:     tape.nest(p_at, i + 1);
// CHECK-NEXT:     for (int j = 0; j <= i; ++j) {
// CHECK-NEXT:       p_at[j] = p;
// CHECK-NEXT:       p *= a[j];
// CHECK-NEXT:     }
// CHECK-NEXT:     s += p;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = triangle_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     double p_bar = s_bar;
// CHECK-NEXT:     for (int j = i + 1; j-- > 0;) {
// CHECK-NEXT:       a_bar[j] += p_at[j] * p_bar;
// CHECK-NEXT:       p_bar *= a[j];
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.unnest(p_at);
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double triangle(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double p = 1;
    for (int j = 0; j <= i; ++j)
      p *= a[j];
    s += p;
  }
  return s;
}

// CHECK:      double pairs_reverse(const double *x, double *x_bar, int n, double pairs_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i + 1 < n; ++i)
// CHECK-NEXT:     s += x[i] * x[i + 1];
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = pairs_bar;
// CHECK-NEXT:   for (int i = n - 1; i-- > 0;) {
// CHECK-NEXT:     x_bar[i] += x[i + 1] * s_bar;
// CHECK-NEXT:     x_bar[i + 1] += x[i] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double pairs(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; ++i)
    s += x[i] * x[i + 1];
  return s;
}

// CHECK:      double down_reverse(const double *x, double *x_bar, std::size_t n, double down_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   double *s_at = tape.array<double>(n > 2 ? n - 2 : 0);
// CHECK-NEXT:   for (std::size_t i = n; i > 2; --i) {
// CHECK-NEXT:     s_at[n - i] = s;
// CHECK-NEXT:     s = s * x[i - 1] + x[i - 2];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = down_bar;
// CHECK-NEXT:   for (std::size_t i = 3; i <= n; ++i) {
// CHECK-NEXT:     x_bar[i - 1] += s_at[n - i] * s_bar;
// CHECK-NEXT:     x_bar[i - 2] += s_bar;
// CHECK-NEXT:     s_bar *= x[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double down(const double *x, std::size_t n) {
  double s = 0;
  for (std::size_t i = n; i > 2; --i)
    s = s * x[i - 1] + x[i - 2];
  return s;
}

int main() {
  check({1.3}, 1, [](In x, Out y) { y[0] = twice(x[0]); }, nullptr,
        AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = twice_reverse(x[0], x_bar[0], y_bar[0]); }));
  for (bool c : {false, true})
    check({0.7}, 1, [c](In x, Out y) { y[0] = branch(x[0], c); }, nullptr,
          AD([c](In x, Out x_bar, Out y, In y_bar) {
            y[0] = branch_reverse(x[0], x_bar[0], c, y_bar[0]);
          }));
  check({1.1, 0.9, 1.2, 0.8, 1.3, 0.7}, 1, [](In x, Out y) { y[0] = nest(x, 2, 3); }, nullptr,
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = nest_reverse(x, x_bar, 2, 3, y_bar[0]);
        }));
  check({1.1, 0.9, 1.2}, 1, [](In x, Out y) { y[0] = triangle(x, 3); }, nullptr,
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = triangle_reverse(x, x_bar, 3, y_bar[0]);
        }));
  for (int n : {0, 1, 4}) {
    check({1.1, 0.9, 1.2, 0.8}, 1, [n](In x, Out y) { y[0] = pairs(x, n); }, nullptr,
          AD([n](In x, Out x_bar, Out y, In y_bar) {
            y[0] = pairs_reverse(x, x_bar, n, y_bar[0]);
          }));
    check({1.1, 0.9, 1.2, 0.8}, 1, [n](In x, Out y) { y[0] = down(x, n); }, nullptr,
          AD([n](In x, Out x_bar, Out y, In y_bar) {
            y[0] = down_reverse(x, x_bar, n, y_bar[0]);
          }));
  }
  return finish();
}
