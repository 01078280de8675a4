// Counted loops: the reverse sweep counts down; values that are overwritten have one slot per
// iteration, and what is still there, or follows from what is there, is not recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double sum_reverse(const double *x, double *x_bar, int n, double sum_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     s += x[i];
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = sum_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;)
// CHECK-NEXT:     x_bar[i] += s_bar;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

// d is computed again from x.
// CHECK:      double energy_reverse(const double *x, double *x_bar, int n, double energy_bar) {
// CHECK-NOT:  tape
// CHECK:          const double d_bar = 2 * d * e_bar;
// CHECK-NEXT:     x_bar[i] += d_bar;
// CHECK-NEXT:     x_bar[i - 1] -= d_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return e;
[[ad::differentiate(reverse)]] double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += d * d;
  }
  return e;
}

// s on entry to each iteration.
// CHECK:      double chain_reverse(double x, double &x_bar, int n, double chain_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   double *sin_s_at = tape.array<double>(n);
// CHECK-NEXT:   double *s_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     sin_s_at[i] = std::sin(s);
// CHECK-NEXT:     s_at[i] = s;
// CHECK-NEXT:     s = sin_s_at[i] * x;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double s_bar = chain_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     x_bar += sin_s_at[i] * s_bar;
// CHECK-NEXT:     s_bar = std::cos(s_at[i]) * x * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double chain(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x;
  return s;
}

// CHECK:      double decay_reverse(double x, double &x_bar, double rate, double &rate_bar, int n,
// CHECK-NEXT:                      double decay_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double x_1 = x;
// CHECK-NEXT:   double *x_1_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_1_at[i] = x_1;
// CHECK-NEXT:     x_1 -= rate * x_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double x_1_bar = decay_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     rate_bar -= x_1_at[i] * x_1_bar;
// CHECK-NEXT:     x_1_bar -= rate * x_1_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double decay(double x, double rate, int n) {
  for (int i = 0; i < n; ++i)
    x -= rate * x;
  return x;
}

// A loop that carries no derivative is not reversed.
// CHECK:      double growth_reverse(double x, double &x_bar, int n, double growth_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     s *= 1.01;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   x_bar += s * growth_bar;
// CHECK-NEXT:   return s * x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double growth(double x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i)
    s *= 1.01;
  return s * x;
}

// Counting down is reversed by counting up.
// CHECK:      double horner_reverse(const double *c, double *c_bar, double x, double &x_bar, int n,
// CHECK-NEXT:                       double horner_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double p = 0;
// CHECK-NEXT:   double *p_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = n - 1; i >= 0; --i) {
// CHECK-NEXT:     p_at[n - 1 - i] = p;
// CHECK-NEXT:     p = p * x + c[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double p_bar = horner_bar;
// CHECK-NEXT:   double x_bar_sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_bar_sum += p_at[n - 1 - i] * p_bar;
// CHECK-NEXT:     c_bar[i] += p_bar;
// CHECK-NEXT:     p_bar *= x;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += x_bar_sum;
// CHECK-NEXT:   return p;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double horner(const double *c, double x, int n) {
  double p = 0;
  for (int i = n - 1; i >= 0; --i)
    p = p * x + c[i];
  return p;
}

// Every second element: slots are numbered by the iteration.
// CHECK:      double strided_reverse(const double *x, double *x_bar, int n, double strided_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double p = 1;
// CHECK-NEXT:   double *p_at = tape.array<double>((n + 1) / 2);
// CHECK-NEXT:   for (int i = 0; i < n; i += 2) {
// CHECK-NEXT:     p_at[i / 2] = p;
// CHECK-NEXT:     p *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double p_bar = strided_bar;
// CHECK-NEXT:   for (long remaining = static_cast<long>((n + 1) / 2); remaining-- > 0;) {
// CHECK-NEXT:     int i = static_cast<int>(remaining) * 2;
// CHECK-NEXT:     x_bar[i] += p_at[i / 2] * p_bar;
// CHECK-NEXT:     p_bar *= x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   return p;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double strided(const double *x, int n) {
  double p = 1;
  for (int i = 0; i < n; i += 2)
    p *= x[i];
  return p;
}

// Two loops: the slots of the inner one belong to an iteration of the outer one.
// CHECK:      double nested_reverse(const double *x, double *x_bar, int n, int m, double nested_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double p = 1;
// CHECK-NEXT:   double **p_at = tape.array<double>(n, m);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     for (int j = 0; j < m; ++j) {
// CHECK-NEXT:       p_at[i][j] = p;
// CHECK-NEXT:       p = std::sin(p * x[i * m + j]);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const double nested_value = p;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double p_bar = nested_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     for (int j = m; j-- > 0;) {
// CHECK-NEXT:       p = p_at[i][j];
// CHECK-NEXT:       const double t_bar = std::cos(p * x[i * m + j]) * p_bar;
// CHECK-NEXT:       x_bar[i * m + j] += p * t_bar;
// CHECK-NEXT:       p_bar = x[i * m + j] * t_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return nested_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double nested(const double *x, int n, int m) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      p = std::sin(p * x[i * m + j]);
  return p;
}

// What a branch compared is overwritten. Only the last iteration that took it has an effect on the
// result: its number is kept.
// CHECK:      double largest_reverse(const double *x, double *x_bar, int n, double largest_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double m = x[0];
// CHECK-NEXT:   int i_last = 0;
// CHECK-NEXT:   for (int i = 1; i < n; ++i) {
// CHECK-NEXT:     if (x[i] > m) {
// CHECK-NEXT:       m = x[i];
// CHECK-NEXT:       i_last = i;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double m_bar = largest_bar;
// CHECK-NEXT:   x_bar[i_last] += m_bar;
// CHECK-NEXT:   return m;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double largest(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > m)
      m = x[i];
  return m;
}

int main() {
  check(
      {0.7, 1.3, -0.4, 0.9, 0.2, 1.1}, 5,
      [](In x, Out y) {
        y[0] = sum(x, 6) * largest(x, 6);
        y[1] = energy(x, 6) + chain(x[0], 4);
        y[2] = decay(x[0], x[1], 3) + growth(x[2], 3);
        y[3] = horner(x, x[5], 5);
        y[4] = strided(x, 5) + strided(x, 6) + nested(x, 2, 3);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        y[0] = sum_reverse(x, x_bar, 6, largest(x, 6) * y_bar[0]) *
               largest_reverse(x, x_bar, 6, sum(x, 6) * y_bar[0]);
        y[1] = energy_reverse(x, x_bar, 6, y_bar[1]) + chain_reverse(x[0], x_bar[0], 4, y_bar[1]);
        y[2] = decay_reverse(x[0], x_bar[0], x[1], x_bar[1], 3, y_bar[2]) +
               growth_reverse(x[2], x_bar[2], 3, y_bar[2]);
        y[3] = horner_reverse(x, x_bar, x[5], x_bar[5], 5, y_bar[3]);
        y[4] = strided_reverse(x, x_bar, 5, y_bar[4]) + strided_reverse(x, x_bar, 6, y_bar[4]) +
               nested_reverse(x, x_bar, 2, 3, y_bar[4]);
      });
  return finish();
}
