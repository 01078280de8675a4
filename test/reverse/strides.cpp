// Loops in strides that are numbers of the caller's, and ends that are quotients or the lesser of
// two numbers. Iterations that are left behind nothing but declarations are none.
// RUN: %clang_ad_plugin -w -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <algorithm>

[[ad::differentiate(reverse)]] double blocks(const double *x, int n, int block) {
  double s = 1;
  for (int from = 0; from < n; from += block)
    for (int i = from; i < std::min(from + block, n); ++i)
      s *= x[i];
  return s;
}

[[ad::differentiate(reverse)]] void backwards(const double *x, double *y, int first, int last,
                                              int stride) {
  for (int i = last; i >= first; i -= stride)
    y[i - first] = x[i] * x[i];
}

[[ad::differentiate(reverse)]] void every(const double *x, double *y, int n, int stride) {
  const int rows = (n - 1) / stride + 1;
  for (int i = 0; i < rows; ++i)
    y[i] = x[i * stride] * x[i * stride];
}

[[ad::differentiate(reverse)]] void causal(const double *x, const double *w, double *y, int n,
                                           int taps, int dilation) {
  for (int t = 0; t < n; ++t) {
    double s = 0;
    for (int k = 0; k < taps; ++k) {
      const int at = t - k * dilation;
      if (at < 0)
        break;
      s += w[k] * x[at];
    }
    y[t] = s;
  }
}


// CHECK-LABEL: double blocks_reverse(const double *x, double *x_bar, int n, int block, double blocks_bar) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      double *s_at = nullptr;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      double s = 1;
// CHECK-NEXT:      const int from_trips = 0 < n ? (block > 0 ? (n - 1) / block + 1 : 2147483647) : 0;
// CHECK-NEXT:      for (int from_trip = 0; from_trip < from_trips; ++from_trip) {
// CHECK-NEXT:        const int from = from_trip * block;
// CHECK-NEXT:        tape.nest(s_at, static_cast<long>(std::min(from + block, n)) - from);
// CHECK-NEXT:        for (int i = from; i < std::min(from + block, n); ++i) {
// CHECK-NEXT:          s_at[static_cast<long>(i) - from] = s;
// CHECK-NEXT:          s *= x[i];
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      double s_bar = blocks_bar;
// CHECK-NEXT:      for (int from_trip = from_trips; from_trip-- > 0;) {
// CHECK-NEXT:        const int from = from_trip * block;
// CHECK-NEXT:        for (int i = std::min(from + block, n); i-- > from;) {
// CHECK-NEXT:          x_bar[i] += s_at[static_cast<long>(i) - from] * s_bar;
// CHECK-NEXT:          s_bar *= x[i];
// CHECK-NEXT:        }
// CHECK-NEXT:        tape.unnest(s_at);
// CHECK-NEXT:      }
// CHECK-NEXT:      return s;
// CHECK-NEXT:  }

// CHECK-LABEL: {{\[\[}}gnu::cold]] static void backwards_reverse_overlapping(const double *x, double *x_bar, double *y,
// CHECK-NEXT:                                                            double *y_bar, int first, int last,
// CHECK-NEXT:                                                            int stride) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const long i_trips = first <= last ? (stride > 0 ? (static_cast<long>(last) - first) / stride + 1
// CHECK-NEXT:                                                       : 9223372036854775807)
// CHECK-NEXT:                                         : 0;
// CHECK-NEXT:      double *x_i_at = tape.array<double>(i_trips);
// CHECK-NEXT:      for (long i_trip = 0; i_trip < i_trips; ++i_trip) {
// CHECK-NEXT:        const int i = static_cast<int>(last - i_trip * stride);
// CHECK-NEXT:        x_i_at[i_trip] = x[i];
// CHECK-NEXT:        y[i - first] = x[i] * x[i];
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      for (long i_trip = i_trips; i_trip-- > 0;) {
// CHECK-NEXT:        const int i = static_cast<int>(last - i_trip * stride);
// CHECK-NEXT:        const double y_i_first_seed = y_bar[i - first];
// CHECK-NEXT:        y_bar[i - first] = 0;
// CHECK-NEXT:        x_bar[i] += 2 * x_i_at[i_trip] * y_i_first_seed;
// CHECK-NEXT:      }
// CHECK-NEXT:  }

// CHECK-LABEL: void backwards_reverse(const double *x, double *x_bar, double *y, double *y_bar, int first,
// CHECK-NEXT:                           int last, int stride) {
// CHECK-NEXT:      if (first < 0 || stride < 0 ||
// CHECK-NEXT:          ad::overlap(x, ad::saturated(last) + 1, y, ad::saturated(last) + 1 - first))
// CHECK-NEXT:        return backwards_reverse_overlapping(x, x_bar, y, y_bar, first, last, stride);
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const long i_trips = first <= last ? (stride > 0 ? (static_cast<long>(last) - first) / stride + 1
// CHECK-NEXT:                                                       : 9223372036854775807)
// CHECK-NEXT:                                         : 0;
// CHECK-NEXT:      for (long i_trip = 0; i_trip < i_trips; ++i_trip) {
// CHECK-NEXT:        const int i = static_cast<int>(last - i_trip * stride);
// CHECK-NEXT:        y[i - first] = x[i] * x[i];
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      for (long i_trip = i_trips; i_trip-- > 0;) {
// CHECK-NEXT:        const int i = static_cast<int>(last - i_trip * stride);
// CHECK-NEXT:        x_bar[i] += 2 * x[i] * y_bar[i - first];
// CHECK-NEXT:        y_bar[i - first] = 0;
// CHECK-NEXT:      }
// CHECK-NEXT:  }

// CHECK-LABEL: {{\[\[}}gnu::cold]] static void every_reverse_overlapping(const double *x, double *x_bar, double *y,
// CHECK-NEXT:                                                        double *y_bar, int n, int stride) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const int rows = (n - 1) / stride + 1;
// CHECK-NEXT:      double *x_i_stride_at = tape.array<double>(rows);
// CHECK-NEXT:      for (int i = 0; i < rows; ++i) {
// CHECK-NEXT:        x_i_stride_at[i] = x[i * stride];
// CHECK-NEXT:        y[i] = x[i * stride] * x[i * stride];
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      for (int i = rows; i-- > 0;) {
// CHECK-NEXT:        const double y_i_seed = y_bar[i];
// CHECK-NEXT:        y_bar[i] = 0;
// CHECK-NEXT:        x_bar[i * stride] += 2 * x_i_stride_at[i] * y_i_seed;
// CHECK-NEXT:      }
// CHECK-NEXT:  }

// CHECK-LABEL: void every_reverse(const double *x, double *x_bar, double *y, double *y_bar, int n, int stride) {
// CHECK-NEXT:      const std::ptrdiff_t quotient = ad::quotient(n - 1, stride);
// CHECK-NEXT:      if (stride < 1 || ad::overlap(x, quotient * stride + 1, y, quotient + 1))
// CHECK-NEXT:        return every_reverse_overlapping(x, x_bar, y, y_bar, n, stride);
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const int rows = (n - 1) / stride + 1;
// CHECK-NEXT:      for (int i = 0; i < rows; ++i) { // each iteration is reversed at once
// CHECK-NEXT:        y[i] = x[i * stride] * x[i * stride];
// CHECK-NEXT:        x_bar[i * stride] += 2 * x[i * stride] * y_bar[i];
// CHECK-NEXT:        y_bar[i] = 0;
// CHECK-NEXT:      }
// CHECK-NEXT:  }

// CHECK-LABEL: {{\[\[}}gnu::cold]] static void causal_reverse_overlapping(const double *x, double *x_bar,
// CHECK-NEXT:                                                         const double *w, double *w_bar, double *y,
// CHECK-NEXT:                                                         double *y_bar, int n, int taps, int dilation) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      double x_at = 0;
// CHECK-NEXT:      double w_k = 0;
// CHECK-NEXT:      unsigned long trips = 0;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      unsigned long *trips_at = tape.array<unsigned long>(n);
// CHECK-NEXT:      for (int t = 0; t < n; ++t) {
// CHECK-NEXT:        trips_at[t] = trips;
// CHECK-NEXT:        trips = 0;
// CHECK-NEXT:        double s = 0;
// CHECK-NEXT:        for (int k = 0; k < taps; ++k) {
// CHECK-NEXT:          if (t - k * dilation < 0)
// CHECK-NEXT:            break;
// CHECK-NEXT:          ++trips;
// CHECK-NEXT:          const int at = t - k * dilation;
// CHECK-NEXT:          tape.push(x_at);
// CHECK-NEXT:          x_at = x[at];
// CHECK-NEXT:          tape.push(w_k);
// CHECK-NEXT:          w_k = w[k];
// CHECK-NEXT:          s += w_k * x_at;
// CHECK-NEXT:        }
// CHECK-NEXT:        y[t] = s;
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      for (int t = n; t-- > 0;) {
// CHECK-NEXT:        const double s_bar = y_bar[t];
// CHECK-NEXT:        y_bar[t] = 0;
// CHECK-NEXT:        for (; trips > 0; --trips) {
// CHECK-NEXT:          int k = static_cast<int>(trips - 1);
// CHECK-NEXT:          const int at = t - k * dilation;
// CHECK-NEXT:          w_bar[k] += x_at * s_bar;
// CHECK-NEXT:          x_bar[at] += w_k * s_bar;
// CHECK-NEXT:          w_k = tape.pop<double>();
// CHECK-NEXT:          x_at = tape.pop<double>();
// CHECK-NEXT:        }
// CHECK-NEXT:        trips = trips_at[t];
// CHECK-NEXT:      }
// CHECK-NEXT:  }

// CHECK-LABEL: void causal_reverse(const double *x, double *x_bar, const double *w, double *w_bar, double *y,
// CHECK-NEXT:                        double *y_bar, int n, int taps, int dilation) {
// CHECK-NEXT:      if (dilation < 0 || ad::overlap(x, n, y, n) || ad::overlap(w, taps, y, n))
// CHECK-NEXT:        return causal_reverse_overlapping(x, x_bar, w, w_bar, y, y_bar, n, taps, dilation);
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      unsigned long trips = 0;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      unsigned long *trips_at = tape.array<unsigned long>(n);
// CHECK-NEXT:      for (int t = 0; t < n; ++t) {
// CHECK-NEXT:        trips_at[t] = trips;
// CHECK-NEXT:        trips = 0;
// CHECK-NEXT:        double s = 0;
// CHECK-NEXT:        for (int k = 0; k < taps; ++k) {
// CHECK-NEXT:          if (t - k * dilation < 0)
// CHECK-NEXT:            break;
// CHECK-NEXT:          ++trips;
// CHECK-NEXT:          const int at = t - k * dilation;
// CHECK-NEXT:          s += w[k] * x[at];
// CHECK-NEXT:        }
// CHECK-NEXT:        y[t] = s;
// CHECK-NEXT:      }
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      for (int t = n; t-- > 0;) {
// CHECK-NEXT:        const double s_bar = y_bar[t];
// CHECK-NEXT:        y_bar[t] = 0;
// CHECK-NEXT:        for (; trips > 0; --trips) {
// CHECK-NEXT:          int k = static_cast<int>(trips - 1);
// CHECK-NEXT:          const int at = t - k * dilation;
// CHECK-NEXT:          w_bar[k] += x[at] * s_bar;
// CHECK-NEXT:          x_bar[at] += w[k] * s_bar;
// CHECK-NEXT:        }
// CHECK-NEXT:        trips = trips_at[t];
// CHECK-NEXT:      }
// CHECK-NEXT:  }
