// A loop whose test adds something to its counter counts, too: the counter comes to stand alone.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cstddef>
#include <vector>

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
