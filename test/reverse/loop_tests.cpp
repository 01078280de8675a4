// Loops whose test says more than that the counter is below a bound, and yet count.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cstddef>
#include <vector>



// CHECK-LABEL: {{\[\[}}gnu::cold]] static void convolve_reverse_overlapping(const double *x, double *x_bar,
// CHECK-NEXT:                                                         const double *kernel, double *kernel_bar,
// CHECK-NEXT:                                                         double *y, double *y_bar, int n, int width) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double **x_i_k_at = tape.array<double>(n - width + 1, width);
// CHECK-NEXT:    double **kernel_k_at = tape.array<double>(n - width + 1, width);
// CHECK-NEXT:    for (int i = 0; i <= n - width; ++i) {
// CHECK-NEXT:      double s = 0;
// CHECK-NEXT:      for (int k = 0; k < width; ++k) {
// CHECK-NEXT:        x_i_k_at[i][k] = x[i + k];
// CHECK-NEXT:        kernel_k_at[i][k] = kernel[k];
// CHECK-NEXT:        s += kernel[k] * x[i + k];
// CHECK-NEXT:      }
// CHECK-NEXT:      y[i] = s;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    for (int i = n - width + 1; i-- > 0;) {
// CHECK-NEXT:      const double s_bar = y_bar[i];
// CHECK-NEXT:      y_bar[i] = 0;
// CHECK-NEXT:      for (int k = 0; k < width; ++k) {
// CHECK-NEXT:        kernel_bar[k] += x_i_k_at[i][k] * s_bar;
// CHECK-NEXT:        x_bar[i + k] += kernel_k_at[i][k] * s_bar;
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }

// CHECK-LABEL: void convolve_reverse(const double *x, double *x_bar, const double *kernel, double *kernel_bar,
// CHECK-NEXT:                        double *y, double *y_bar, int n, int width) {
// CHECK-NEXT:    if (ad::overlap(x, n, y, n + 1 - width) || ad::overlap(kernel, width, y, n + 1 - width))
// CHECK-NEXT:      return convolve_reverse_overlapping(x, x_bar, kernel, kernel_bar, y, y_bar, n, width);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    for (int i = 0; i <= n - width; ++i) { // each iteration is reversed at once
// CHECK-NEXT:      double s = 0;
// CHECK-NEXT:      for (int k = 0; k < width; ++k)
// CHECK-NEXT:        s += kernel[k] * x[i + k];
// CHECK-NEXT:      y[i] = s;
// CHECK-NEXT:    }
// CHECK-NEXT:    for (int k = 0; k < width; ++k) {
// CHECK-NEXT:      double kernel_bar_sum = 0;
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:      for (int i = 0; i <= n - width; ++i) {
// CHECK-NEXT:  #pragma clang fp reassociate(on)
// CHECK-NEXT:        const double s_bar = y_bar[i];
// CHECK-NEXT:        kernel_bar_sum += x[i + k] * s_bar;
// CHECK-NEXT:        x_bar[i + k] += kernel[k] * s_bar;
// CHECK-NEXT:      }
// CHECK-NEXT:      if (kernel_bar_sum != 0)
// CHECK-NEXT:        kernel_bar[k] += kernel_bar_sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    for (int i = 0; i <= n - width; ++i)
// CHECK-NEXT:      y_bar[i] = 0;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] void convolve(const double *x, const double *kernel, double *y,
                                             int n, int width) {
  for (int i = 0; i + width <= n; ++i) {
    double s = 0;
    for (int k = 0; k < width; ++k)
      s += kernel[k] * x[i + k];
    y[i] = s;
  }
}

// Unsigned numbers may wrap, where there is no iteration.
// CHECK-LABEL: double lagged_reverse(const std::vector<double> &x, std::vector<double> &x_bar, std::size_t lag,
// CHECK-NEXT:                        double lagged_bar) {
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    const std::size_t i_end = x.size() > lag ? x.size() - lag : 0;
// CHECK-NEXT:    const double s_bar = lagged_bar;
// CHECK-NEXT:    for (std::size_t i = 0; i < i_end; ++i) { // each iteration is reversed at once
// CHECK-NEXT:      s += x[i] * x[i + lag];
// CHECK-NEXT:      x_bar[i] += x[i + lag] * s_bar;
// CHECK-NEXT:      x_bar[i + lag] += x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double lagged(const std::vector<double> &x, std::size_t lag) {
  double s = 0;
  for (std::size_t i = 0; i + lag < x.size(); ++i)
    s += x[i] * x[i + lag];
  return s;
}

// A bound that changes is asked for as it is written.
// CHECK-LABEL: double widening_reverse(const double *x, double *x_bar, int n, int width, double widening_bar) {
// CHECK-NEXT:    int i = 0;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    int width_1 = width;
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    for (i = 0; i + width_1 <= n; ++i) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      s += x[i] * x[i + width_1 - 1];
// CHECK-NEXT:      if (x[i] > 1)
// CHECK-NEXT:        ++width_1;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = widening_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      --i;
// CHECK-NEXT:      if (x[i] > 1)
// CHECK-NEXT:        --width_1;
// CHECK-NEXT:      x_bar[i] += x[i + width_1 - 1] * s_bar;
// CHECK-NEXT:      x_bar[i + width_1 - 1] += x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double widening(const double *x, int n, int width) {
  double s = 0;
  for (int i = 0; i + width <= n; ++i) {
    s += x[i] * x[i + width - 1];
    if (x[i] > 1)
      ++width;
  }
  return s;
}

// Of two bounds, the lesser one.
// CHECK-LABEL: double overlapping_reverse(const std::vector<double> &x, std::vector<double> &x_bar,
// CHECK-NEXT:                             const std::vector<double> &y, std::vector<double> &y_bar,
// CHECK-NEXT:                             double overlapping_bar) {
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    ad::match(y_bar, y);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    const std::size_t i_end = y.size() < x.size() ? y.size() : x.size();
// CHECK-NEXT:    const double s_bar = overlapping_bar;
// CHECK-NEXT:    for (std::size_t i = 0; i < i_end; ++i) { // each iteration is reversed at once
// CHECK-NEXT:      s += x[i] * y[i];
// CHECK-NEXT:      x_bar[i] += y[i] * s_bar;
// CHECK-NEXT:      y_bar[i] += x[i] * s_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double overlapping(const std::vector<double> &x,
                                                  const std::vector<double> &y) {
  double s = 0;
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
    s += x[i] * y[i];
  return s;
}

// What else must be true is asked in the loop; an iteration that ends there is not counted.
// CHECK-LABEL: double root_reverse(double a, double &a_bar, double root_bar) {
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double x = a;
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double x_at[30];
// CHECK-NEXT:    for (int k = 0; k < 30; ++k) {
// CHECK-NEXT:      if (!(x * x - a > 1e-12))
// CHECK-NEXT:        break;
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      x_at[k] = x;
// CHECK-NEXT:      x = 0.5 * (x + a / x);
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    double x_bar = root_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      int k = static_cast<int>(trips - 1);
// CHECK-NEXT:      const double x_inverse = 1 / x_at[k];
// CHECK-NEXT:      a_bar += 0.5 * x_bar * x_inverse;
// CHECK-NEXT:      x_bar = 0.5 * x_bar - a * x_inverse * (0.5 * x_bar * x_inverse);
// CHECK-NEXT:    }
// CHECK-NEXT:    a_bar += x_bar;
// CHECK-NEXT:    return x;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double root(double a) {
  double x = a;
  for (int k = 0; k < 30 && x * x - a > 1e-12; ++k)
    x = 0.5 * (x + a / x);
  return x;
}

// Arrays for a million iterations of each root would stay empty: pushed.
// CHECK-LABEL: double roots_reverse(const double *a, double *a_bar, int n, double roots_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    double x = 0;
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    unsigned long *trips_at = tape.array<unsigned long>(n);
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      x = s + a[i];
// CHECK-NEXT:      trips_at[i] = trips;
// CHECK-NEXT:      trips = 0;
// CHECK-NEXT:      for (int k = 0; k < 1000000; ++k) {
// CHECK-NEXT:        if (!(x * x - a[i] > 1e-12))
// CHECK-NEXT:          break;
// CHECK-NEXT:        ++trips;
// CHECK-NEXT:        tape.push(x);
// CHECK-NEXT:        x = 0.5 * (x + a[i] / x);
// CHECK-NEXT:      }
// CHECK-NEXT:      s += x;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    double s_bar = roots_bar;
// CHECK-NEXT:    for (int i = n; i-- > 0;) {
// CHECK-NEXT:      double x_bar = s_bar;
// CHECK-NEXT:      double a_bar_sum = 0;
// CHECK-NEXT:      for (; trips > 0; --trips) {
// CHECK-NEXT:        x = tape.pop<double>();
// CHECK-NEXT:        const double x_inverse = 1 / x;
// CHECK-NEXT:        a_bar_sum += 0.5 * x_bar * x_inverse;
// CHECK-NEXT:        x_bar = 0.5 * x_bar - a[i] * x_inverse * (0.5 * x_bar * x_inverse);
// CHECK-NEXT:      }
// CHECK-NEXT:      if (a_bar_sum != 0)
// CHECK-NEXT:        a_bar[i] += a_bar_sum;
// CHECK-NEXT:      trips = trips_at[i];
// CHECK-NEXT:      s_bar += x_bar;
// CHECK-NEXT:      a_bar[i] += x_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] double roots(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    double x = s + a[i];
    for (int k = 0; k < 1000000 && x * x - a[i] > 1e-12; ++k)
      x = 0.5 * (x + a[i] / x);
    s += x;
  }
  return s;
}

// A counter that does not get below zero.
// CHECK-LABEL: void substitute_reverse(const std::vector<double> &d, std::vector<double> &d_bar,
// CHECK-NEXT:                          const std::vector<double> &c, std::vector<double> &c_bar,
// CHECK-NEXT:                          std::vector<double> &x, std::vector<double> &x_bar) {
// CHECK-NEXT:    if (ad::overlap(x, d) || ad::overlap(x, c))
// CHECK-NEXT:      return substitute_reverse_overlapping(d, d_bar, c, c_bar, x, x_bar);
// CHECK-NEXT:    ad::match(d_bar, d);
// CHECK-NEXT:    ad::match(c_bar, c);
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    for (std::size_t i_1 = x.size() - 1; i_1 > 0; --i_1) {
// CHECK-NEXT:      const std::size_t i = i_1 - 1;
// CHECK-NEXT:      x[i] = d[i] - c[i] * x[i + 1];
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    for (std::size_t i_1 = 1; i_1 < x.size(); ++i_1) {
// CHECK-NEXT:      const std::size_t i = i_1 - 1;
// CHECK-NEXT:      const double x_i_seed = x_bar[i];
// CHECK-NEXT:      x_bar[i] = 0;
// CHECK-NEXT:      d_bar[i] += x_i_seed;
// CHECK-NEXT:      c_bar[i] -= x[i + 1] * x_i_seed;
// CHECK-NEXT:      x_bar[i + 1] -= c[i] * x_i_seed;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]] void substitute(const std::vector<double> &d,
                                               const std::vector<double> &c,
                                               std::vector<double> &x) {
  for (std::size_t i = x.size() - 1; i-- > 0;)
    x[i] = d[i] - c[i] * x[i + 1];
}
