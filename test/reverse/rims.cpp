// Loops that ask in each iteration whether it is the first or the last one are three: their middle
// asks nothing. Shown on the companions; -no-rims leaves the loops as they are.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-rims | FileCheck %s --check-prefix=WHOLE
#include <algorithm>
#include <cstddef>
#include <vector>

// CHECK-LABEL: double insulated_reverse(
// CHECK:          for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:       const double s_2 = u[i - 1] - u[i] + (u[i + 1] - u[i]);
// CHECK-NEXT:       s_2_at[t][i - 1] = s_2;
// CHECK-NEXT:       u_i_1_at[t][i - 1] = u[i];
// CHECK-NEXT:       v[i] = u[i] + 0.1 * u[i] * s_2;
// CHECK-NEXT:     }
// CHECK-NEXT:     if (n > 1) {
// CHECK-NEXT:       const int i = n - 1;
// CHECK-NEXT:       tape.push(s);
// CHECK-NEXT:       s = u[i - 1] - u[i];
// CHECK-NEXT:       tape.push(u_i_1);
// CHECK-NEXT:       u_i_1 = u[i];
// CHECK-NEXT:       v[i] = u_i_1 + 0.1 * u_i_1 * s;
// CHECK-NEXT:     }
// CHECK:          if (n > 1) {
// CHECK-NEXT:       const int i = n - 1;
// CHECK-NEXT:       const double s_bar = 0.1 * u_i_1 * v_bar[i];
// CHECK-NEXT:       u_bar[i] += v_bar[i] + 0.1 * s * v_bar[i] - s_bar;
// CHECK-NEXT:       v_bar[i] = 0;
// CHECK-NEXT:       u_i_1 = tape.pop<double>();
// CHECK-NEXT:       u_bar[i - 1] += s_bar;
// CHECK-NEXT:       s = tape.pop<double>();
// CHECK-NEXT:     }
// CHECK-NEXT:     if (1 < n - 1) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:       for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:         const double s_2_bar = 0.1 * v_bar[i] * u_i_1_at[t][i - 1];
// CHECK-NEXT:         flow[i] = s_2_bar;
// CHECK-NEXT:         u_bar[i] += v_bar[i] + 0.1 * v_bar[i] * s_2_at[t][i - 1] - s_2_bar - s_2_bar;
// CHECK-NEXT:         v_bar[i] = 0;
// CHECK-NEXT:       }
// CHECK-NEXT:       u_bar[0] += flow[1];
// CHECK-NEXT:       for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:         u_bar[i] += flow[i - 1] + flow[i + 1];
// CHECK-NEXT:       u_bar[n - 1] += flow[n - 2];
// CHECK-NEXT:     }
// WHOLE-LABEL: double insulated_reverse(
// WHOLE:             if (i > 0)
[[ad::differentiate(reverse)]]
double insulated(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), v(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      double s = 0;
      if (i > 0)
        s += u[i - 1] - u[i];
      if (i < n - 1)
        s += u[i + 1] - u[i];
      v[i] = u[i] + 0.1 * u[i] * s;
    }
    u.swap(v);
  }
  return u[n / 2];
}

// CHECK-LABEL: double around_reverse(
// CHECK:        double s = 0;
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const int i = 0;
// CHECK-NEXT:     s += x[i] * x[(i + 1) % n] * x[i + n - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   const double s_bar = around_bar;
// CHECK-NEXT:   for (int i = 1; i < n - 1; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     s += x[i] * x[i + 1] * x[i - 1];
// CHECK-NEXT:     const double t_bar = x[i - 1] * s_bar;
// CHECK-NEXT:     x_bar[i] += x[i + 1] * t_bar;
// CHECK-NEXT:     x_bar[i + 1] += x[i] * t_bar;
// CHECK-NEXT:     x_bar[i - 1] += x[i] * x[i + 1] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (n > 1) {
// CHECK-NEXT:     const int i = n - 1;
// CHECK-NEXT:     s += x[i] * x[0] * x[i - 1];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   if (n > 1) {
// CHECK-NEXT:     const int i = n - 1;
// CHECK-NEXT:     const double t_bar = x[i - 1] * s_bar;
// CHECK-NEXT:     x_bar[i] += x[0] * t_bar;
// CHECK-NEXT:     x_bar[0] += x[i] * t_bar;
// CHECK-NEXT:     x_bar[i - 1] += x[i] * x[0] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (n > 0) {
// CHECK-NEXT:     const int i = 0;
// CHECK-NEXT:     const double t_bar = x[i + n - 1] * s_bar;
// CHECK-NEXT:     x_bar[i] += x[(i + 1) % n] * t_bar;
// CHECK-NEXT:     x_bar[(i + 1) % n] += x[i] * t_bar;
// CHECK-NEXT:     x_bar[i + n - 1] += x[i] * x[(i + 1) % n] * s_bar;
// CHECK-NEXT:   }
// WHOLE-LABEL: double around_reverse(
// WHOLE:             x[(i + 1) % n]
[[ad::differentiate(reverse)]]
double around(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[(i + 1) % n] * x[(i + n - 1) % n];
  return s;
}

// CHECK-LABEL: double filtered_reverse(
// CHECK:        for (int i = 0; i < (n < 2 ? n : 2); ++i) {
// CHECK-NEXT:     y[i] = x[i];
// CHECK-NEXT:     if (i >= 1) {
// CHECK-NEXT:       y_i_1_at[i] = y[i - 1];
// CHECK-NEXT:       y[i] -= a * y[i - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int i = 2; i < n; ++i) {
// CHECK-NEXT:     y[i] = x[i];
// CHECK-NEXT:     y[i] -= a * y[i - 1];
// CHECK-NEXT:     y[i] += a * y[i - 2];
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]]
double filtered(const double *x, double a, int n) {
  std::vector<double> y(n);
  for (int i = 0; i < n; ++i) {
    y[i] = x[i];
    if (i >= 1)
      y[i] -= a * y[i - 1];
    if (i >= 2)
      y[i] += a * y[i - 2];
  }
  return y[n - 1];
}

// CHECK-LABEL: double sizes_reverse(
// CHECK:        for (std::size_t i = 0; i + 1 < x.size(); ++i) { // each iteration is reversed at once
// CHECK-NEXT:     s += x[i] * x[i + 1];
// CHECK-NEXT:     x_bar[i] += x[i + 1] * s_bar;
// CHECK-NEXT:     x_bar[i + 1] += x[i] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x.size() > 0) {
// CHECK-NEXT:     const std::size_t i = x.size() - 1;
// CHECK-NEXT:     s += x[i] * x[0];
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]]
double sizes(const std::vector<double> &x) {
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] * (i + 1 < x.size() ? x[i + 1] : x[0]);
  return s;
}

// Rows first, whose middles are cut then: these run at all where there is such a row.
// CHECK-LABEL: double cells_reverse(
// CHECK:        for (int i = 1; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const int j = 0;
// CHECK-NEXT:     double p = x[i * n + j];
// CHECK-NEXT:     const double p_before = p;
// CHECK-NEXT:     p *= x[(i - 1) * n + j];
// CHECK-NEXT:     s += p;
// CHECK-NEXT:     for (int j_1 = 1; j_1 < n; ++j_1) { // each iteration is reversed at once
// CHECK-NEXT:       double p_1 = x[i * n + j_1];
// CHECK-NEXT:       const double p_1_before = p_1;
// CHECK-NEXT:       p_1 *= x[(i - 1) * n + j_1];
// CHECK-NEXT:       const double p_{{[0-9]+}}_before = p_1;
// CHECK-NEXT:       p_1 *= x[i * n + j_1 - 1];
[[ad::differentiate(reverse)]]
double cells(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double p = x[i * n + j];
      if (i > 0)
        p *= x[(i - 1) * n + j];
      if (j > 0)
        p *= x[i * n + j - 1];
      s += p;
    }
  return s;
}

// What data says, and what the middle asks as well, stays.
// CHECK-LABEL: double whole_reverse(
// CHECK:         for (int i = 0; i < n; ++i) {
// CHECK:           if (at[i] > 0)
[[ad::differentiate(reverse)]]
double whole(const double *x, const int *at, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double p = x[i];
    if (at[i] > 0)
      p *= x[0];
    if (i > 0)
      p *= x[i - 1];
    s += p;
  }
  return s;
}
