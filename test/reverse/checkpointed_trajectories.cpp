// Checkpointed loops over arrays that have an element for each iteration: no snapshots.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REMARK
#include <cmath>
#include <vector>

// Each iteration is run again by itself.
[[ad::differentiate(checkpointed)]]
double path(double a, double b, int n) {
  std::vector<double> x(n + 1);
  x[0] = a;
  // REMARK: :[[@LINE+1]]:3: remark: this loop is checkpointed: each iteration is run again by itself, since it reads what no other overwrites
  for (int t = 0; t < n; ++t)
    x[t + 1] = x[t] + b * std::sin(x[t]);
  return x[n] * x[n / 2];
}

// The beginning of the array is overwritten: the loop is recorded.
// CHECK-LABEL: double decaying_checkpointed(double a, double &a_bar, double b, double &b_bar, int n,
// CHECK-NEXT:                               double decaying_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    const std::size_t x_size = n + 1;
// CHECK-NEXT:    std::vector<double> x(x_size);
// CHECK-NEXT:    x[0] = a;
// CHECK-NEXT:    double *sin_x_t_at = tape.array<double>(n);
// CHECK-NEXT:    double *x_t_at = tape.array<double>(n);
// CHECK-NEXT:    for (int t = 0; t < n; ++t) {
// CHECK-NEXT:      sin_x_t_at[t] = std::sin(x[t]);
// CHECK-NEXT:      x_t_at[t] = x[t];
// CHECK-NEXT:      x[t + 1] = x[t] + b * sin_x_t_at[t];
// CHECK-NEXT:      x[t] *= b;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    std::vector<double> x_bar(x.size());
// CHECK-NEXT:    x_bar[n] += x[n / 2] * decaying_bar;
// CHECK-NEXT:    x_bar[n / 2] += x[n] * decaying_bar;
// CHECK-NEXT:    double b_bar_sum = 0;
// CHECK-NEXT:    for (int t = n; t-- > 0;) {
// CHECK-NEXT:      b_bar_sum += x_t_at[t] * x_bar[t] + sin_x_t_at[t] * x_bar[t + 1];
// CHECK-NEXT:      x_bar[t] *= b;
// CHECK-NEXT:      x_bar[t] += x_bar[t + 1] + std::cos(x_t_at[t]) * b * x_bar[t + 1];
// CHECK-NEXT:      x_bar[t + 1] = 0;
// CHECK-NEXT:    }
// CHECK-NEXT:    b_bar += b_bar_sum;
// CHECK-NEXT:    a_bar += x_bar[0];
// CHECK-NEXT:    return x[n] * x[n / 2];
// CHECK-NEXT:  }
[[ad::differentiate(checkpointed)]]
double decaying(double a, double b, int n) {
  std::vector<double> x(n + 1);
  x[0] = a;
  // REMARK: :[[@LINE+1]]:3: remark: this loop is recorded, not checkpointed: 'x' has an element for each iteration, so that snapshots would take more
  for (int t = 0; t < n; ++t) {
    x[t + 1] = x[t] + b * std::sin(x[t]);
    x[t] *= b;
  }
  return x[n] * x[n / 2];
}

// Of a log snapshots hold the size.
// CHECK-LABEL: double logged_checkpointed(double a, double &a_bar, int n, double logged_bar) {
// CHECK:         ad::checkpoints snapshots(n, u, ad::appended(log), log_size);
[[ad::differentiate(checkpointed)]]
double logged(double a, int n) {
  std::vector<double> log;
  double u = a;
  // REMARK: :[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'u', 'log', 'log_size'
  for (int t = 0; t < n; ++t) {
    u += 0.1 * std::sin(u);
    if (t % 10 == 0)
      log.push_back(u);
  }
  double s = 0;
  for (double e : log)
    s += e * e;
  return s;
}
