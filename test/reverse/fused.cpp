// Iterations that meet only in sums are reversed at once: no tape, nothing computed twice.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-fuse \
// RUN:   | FileCheck %s --check-prefix=APART
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-ascend \
// RUN:   | FileCheck %s --check-prefix=DOWN
#include <cmath>
#include <vector>

// CHECK:      double energy_reverse(const double *x, double *x_bar, int n, double energy_bar) {
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double e = 0;
// CHECK-NEXT:   const double e_bar = energy_bar;
// CHECK-NEXT:   for (int i = 1; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double d = x[i] - x[i - 1] - 1;
// CHECK-NEXT:     e += d * d;
// CHECK-NEXT:     const double d_bar = 2 * d * e_bar;
// CHECK-NEXT:     x_bar[i] += d_bar;
// CHECK-NEXT:     x_bar[i - 1] -= d_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return e;
// CHECK-NEXT: }
// APART:      double energy_reverse(
// APART:        // reverse sweep
// APART-NEXT:   const double e_bar = energy_bar;
// APART-NEXT:   for (int i = 1; i < n; ++i) {
// DOWN:       double energy_reverse(
// DOWN-NOT:     // reverse sweep
// DOWN:         return e;
[[ad::differentiate(reverse)]] double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += d * d;
  }
  return e;
}

// What the sum's adjoint is made of moves ahead of the loop; what does not depend on it stays.
// CHECK:      double mean_reverse(const double *x, double *x_bar, int n, double mean_bar) {
// CHECK:        const double exp_x_0 = std::exp(x[0]);
// CHECK-NEXT:   const double t_bar = mean_bar / n;
// CHECK-NEXT:   const double sum_bar = exp_x_0 * t_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     sum += x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   x_bar[0] += exp_x_0 * sum * t_bar;
// CHECK-NEXT:   return exp_x_0 * sum / n;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double mean(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::exp(x[0]) * sum / n;
}

// The adjoint of the sum takes the sum: the loop is reversed behind it, in the order of memory.
// CHECK:      double norm_reverse(const double *x, double *x_bar, int n, double norm_bar) {
// CHECK-NOT:    at once
// CHECK:        // reverse sweep
// CHECK-NEXT:   const double sum_bar = {{.*}} * norm_bar;
// CHECK-NEXT:   for (int i = 0; i < n; ++i)
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * sum_bar;
// DOWN:       double norm_reverse(
// DOWN:         for (int i = n; i-- > 0;)
// DOWN-NEXT:      x_bar[i] += 2 * x[i] * sum_bar;
[[ad::differentiate(reverse)]] double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return std::sqrt(sum);
}

// Loops within such loops, and a result that is read where it was stored.
// CHECK:      double layer_reverse(
// CHECK-NOT:    tape
// CHECK:          hidden[j] = std::tanh(sum);
// CHECK:            w_bar_sum[j] +=
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int j = 0; j < 8; ++j) {
// CHECK-NEXT:     const double sum_bar = (1 - hidden[j] * hidden[j]) * hidden_bar[j];
// CHECK-NEXT:     for (int i = 0; i < 8; ++i)
// CHECK-NEXT:       w_bar[j * 8 + i] += x[b * 8 + i] * sum_bar;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double layer(const double *w, [[ad::constant]] const double *x,
                                            int batch) {
  double loss = 0;
  for (int b = 0; b < batch; ++b) {
    double hidden[8];
    for (int j = 0; j < 8; ++j) {
      double sum = 0;
      for (int i = 0; i < 8; ++i)
        sum += w[j * 8 + i] * x[b * 8 + i];
      hidden[j] = std::tanh(sum);
    }
    for (int j = 0; j < 8; ++j)
      loss += hidden[j] * w[64 + j];
  }
  return loss;
}

// What may throw behind the loop keeps it apart: adjoints must not have been touched by then.
double checked(double x);
[[ad::differentiate(reverse)]] double thrower(double x) {
  if (x < 0)
    throw 1;
  return x * x;
}
// CHECK:      double careful_reverse(
// CHECK-NOT:    at once
// CHECK:        return
[[ad::differentiate(reverse)]] double careful(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i];
  return sum + thrower(x[0]);
}

// A pointer to a variable of the iteration does not lead to what the loop behind it adds to.
static double log_sum(const double *v, int n) {
  double largest = v[0], sum = 0;
  for (int i = 1; i < n; ++i)
    if (v[i] > largest)
      largest = v[i];
  for (int i = 0; i < n; ++i)
    sum += std::exp(v[i] - largest);
  return largest + std::log(sum);
}
// CHECK:      double mixture_reverse(
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK:        // reverse sweep
// CHECK:        return
[[ad::differentiate(reverse)]] double mixture(const double *weight, [[ad::constant]] const double *x,
                                              int n, int k) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double term[8];
    for (int j = 0; j < k; ++j)
      term[j] = weight[j] * x[i];
    total += log_sum(&term[0], k);
  }
  return total - n * log_sum(weight, k);
}

// A vector that an iteration declares with its size is the iteration's own.
// CHECK:      double layer_reverse(
// CHECK-NOT:  tape
// CHECK:        for (int s = 0; s < samples; ++s) { // each iteration is reversed at once
// CHECK:          h.assign(h_size, 0);
// CHECK:          h_bar.assign(h_size, 0);
// CHECK:            (1 - h[i] * h[i]) * h_bar[i];
// CHECK:        return loss;
[[ad::differentiate(reverse)]] double layer(const double *w, const double *x, int samples, int m) {
  double loss = 0;
  for (int s = 0; s < samples; ++s) {
    std::vector<double> h(m);
    for (int i = 0; i < m; ++i)
      h[i] = std::tanh(w[i] * x[s]);
    double y = 0;
    for (int i = 0; i < m; ++i)
      y += h[i];
    loss += (y - 1) * (y - 1);
  }
  return loss;
}

// One that grows is not.
// CHECK:      double growing_reverse(
// CHECK-NOT:  each iteration is reversed at once
// CHECK:        // reverse sweep
[[ad::differentiate(reverse)]] double growing(const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<double> v(1);
    v[0] = x[i] * x[i];
    v.push_back(v[0] * x[i]);
    total += v[0] * v[1];
  }
  return total;
}
