// break, continue and early return: which way out was taken is recorded once, not per iteration, and
// the reverse sweep enters there.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// An iteration that ends at once is not counted.
// CHECK:      double until_reverse(const double *x, double *x_bar, int n, double until_bar) {
// CHECK-NOT:  tape
// CHECK-NOT:  stopped
// CHECK:          if (x[i] < 0)
// CHECK-NEXT:       break;
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     s += x[i] * x[i];
// CHECK-NEXT:   }
// CHECK:        for (; trips > 0; --trips) {
// CHECK-NEXT:     int i = static_cast<int>(trips - 1);
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
[[ad::differentiate(reverse)]] double until(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      break;
    s += x[i] * x[i];
  }
  return s;
}

// CHECK:      double meanwhile_reverse(const double *x, double *x_bar, int n, double meanwhile_bar) {
// CHECK-NOT:  tape
// CHECK:          s += 3 * x[i];
// CHECK-NEXT:     if (x[i] < 0) {
// CHECK-NEXT:       stopped = true;
// CHECK-NEXT:       break;
// CHECK-NEXT:     }
// CHECK-NEXT:     s += x[i] * x[i];
// CHECK:          if (!stopped)
// CHECK-NEXT:       x_bar[i] += 2 * x[i] * s_bar;
// CHECK-NEXT:     x_bar[i] += 3 * s_bar;
// CHECK-NEXT:     stopped = false;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
[[ad::differentiate(reverse)]] double meanwhile(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += 3 * x[i];
    if (x[i] < 0)
      break;
    s += x[i] * x[i];
  }
  return s;
}

// CHECK:      double skipping_reverse(const double *x, double *x_bar, int n, double skipping_bar) {
// CHECK-NOT:  tape
// CHECK:        const double s_bar = skipping_bar;
// CHECK-NEXT:   for (int i = n; i-- > 0;) {
// CHECK-NEXT:     if (!(x[i] < 0))
// CHECK-NEXT:       x_bar[i] += 2 * x[i] * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
[[ad::differentiate(reverse)]] double skipping(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    s += x[i] * x[i];
  }
  return s;
}

// exp is called on one way only, and once.
// CHECK:      double early_reverse(double x, double &x_bar, double early_bar) {
// CHECK-NOT:  tape
// CHECK:        if (x < 0) {
// CHECK-NEXT:     early_value = -x;
// CHECK-NEXT:     x_bar -= early_bar;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     const double y = std::exp(x);
// CHECK-NEXT:     early_value = y * y;
// CHECK-NEXT:     const double y_bar = 2 * y * early_bar;
// CHECK-NEXT:     x_bar += y * y_bar;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double early(double x) {
  if (x < 0)
    return -x;
  double y = std::exp(x);
  return y * y;
}

// CHECK:      void leave_reverse(double &x, double &x_bar, int n) {
// CHECK-NOT:  tape
// CHECK:        if (n != 0) {
// CHECK:          if (n != 1) {
// CHECK:            x = std::sin([[BEFORE:x_[12]]]);
// CHECK:            x_bar *= std::cos([[BEFORE]]);
// CHECK:          x_bar = 2 * {{x_[12]}} * x_bar;
[[ad::differentiate(reverse)]] void leave(double &x, int n) {
  if (n == 0)
    return;
  x *= x;
  if (n == 1)
    return;
  x = std::sin(x);
}

// Out of two loops at once. The seed enters in the iteration that returned, or after the loops.
// CHECK:      double search_reverse(const double *x, double *x_bar, int n, int m, double search_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double p = 0;
// CHECK-NEXT:   bool returned = false;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   unsigned long trips_1 = 0;
// CHECK-NEXT:   unsigned long *trips_1_at = nullptr;
// CHECK-NEXT:   double *p_at = nullptr;
// CHECK-NEXT:   double search_value = 0;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   {
// CHECK-NEXT:     p = 1;
// CHECK-NEXT:     trips = 0;
// CHECK-NEXT:     trips_1_at = tape.array<unsigned long>(n);
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       ++trips;
// CHECK-NEXT:       trips_1_at[i] = trips_1;
// CHECK-NEXT:       trips_1 = 0;
// CHECK-NEXT:       tape.nest(p_at, m);
// CHECK-NEXT:       for (int j = 0; j < m; ++j) {
// CHECK-NEXT:         ++trips_1;
// CHECK-NEXT:         p_at[j] = p;
// CHECK-NEXT:         p *= x[i * m + j];
// CHECK-NEXT:         if (p > 10) {
// CHECK-NEXT:           search_value = p;
// CHECK-NEXT:           returned = true;
// CHECK-NEXT:           goto reverse_sweep;
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     search_value = -p;
// CHECK-NEXT:   }
// CHECK-NEXT: reverse_sweep:
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   double p_bar = 0;
// CHECK-NEXT:   if (!returned)
// CHECK-NEXT:     p_bar -= search_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     int i = static_cast<int>(trips - 1);
// CHECK-NEXT:     for (; trips_1 > 0; --trips_1) {
// CHECK-NEXT:       int j = static_cast<int>(trips_1 - 1);
// CHECK-NEXT:       if (returned)
// CHECK-NEXT:         p_bar += search_bar;
// CHECK-NEXT:       x_bar[i * m + j] += p_at[j] * p_bar;
// CHECK-NEXT:       p_bar *= x[i * m + j];
// CHECK-NEXT:       returned = false;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.unnest(p_at);
// CHECK-NEXT:     trips_1 = trips_1_at[i];
// CHECK-NEXT:     returned = false;
// CHECK-NEXT:   }
// CHECK-NEXT:   return search_value;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double search(const double *x, int n, int m) {
  double p = 1;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      p *= x[i * m + j];
      if (p > 10)
        return p;
    }
  return -p;
}

// Two ways out of one loop: a number says which.
// CHECK:      double two_ways_reverse(double x, double &x_bar, double y, double &y_bar, double two_ways_bar) {
// CHECK:            stopped = 1;
// CHECK-NEXT:       break;
// CHECK:            x_1 *= 2;
// CHECK-NEXT:       stopped = 2;
// CHECK-NEXT:       break;
// CHECK:          x_1 = tape.pop<double>();
// CHECK-NEXT:     y_1_bar += x_1_bar;
// CHECK-NEXT:     x_1_bar *= std::cos(x_1);
// CHECK-NEXT:     stopped = 0;
[[ad::differentiate(reverse)]] double two_ways(double x, double y) {
  int steps = 0;
  for (;;) {
    x = std::sin(x) + y;
    if (++steps == 5)
      break;
    if (x > 1.6) {
      x *= 2;
      break;
    }
    y *= 1.1;
  }
  return x * y;
}

int main() {
  for (double at : {0.8, -0.8, 3.0})
    check(
        {2.1, at, 1.3, 2.2}, 4,
        [](In x, Out y) {
          y[0] = until(x, 4) + skipping(x, 4) + meanwhile(x, 4);
          y[1] = early(x[1]);
          y[2] = x[1];
          leave(y[2], x[1] > 2 ? 0 : x[1] > 0 ? 1 : 2);
          y[3] = search(x, 2, 2) + two_ways(x[0], x[1]);
        },
        nullptr,
        [](In x, Out x_bar, Out y, In y_bar) {
          y[0] = until_reverse(x, x_bar, 4, y_bar[0]) + skipping_reverse(x, x_bar, 4, y_bar[0]) +
                 meanwhile_reverse(x, x_bar, 4, y_bar[0]);
          y[1] = early_reverse(x[1], x_bar[1], y_bar[1]);
          double bar = y_bar[2];
          y[2] = x[1];
          leave_reverse(y[2], bar, x[1] > 2 ? 0 : x[1] > 0 ? 1 : 2);
          x_bar[1] += bar;
          y[3] = search_reverse(x, x_bar, 2, 2, y_bar[3]) +
                 two_ways_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[3]);
        });
  return finish();
}
