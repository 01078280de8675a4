// A vector of functions that a loop fills is what their lambdas captured, in vectors beside it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <functional>
#include <vector>

// CHECK-LABEL: double f_reverse(const double *x, double *x_bar, int n, double f_bar) {
// CHECK:        std::vector<double> layers_w;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double w = x[i];
// CHECK-NEXT:     layers_w.push_back(w);
// CHECK:        for (std::size_t k = 0; k < length; ++k) {
// CHECK-NEXT:     y_at[k] = y;
// CHECK-NEXT:     y *= layers_w[k];
// CHECK:        // reverse sweep
// CHECK:          layers_w_bar[k] += y_at[k] * y_bar;
[[ad::differentiate(reverse)]]
double f(const double *x, int n) {
  std::vector<std::function<double(double)>> layers;
  for (int i = 0; i < n; ++i) {
    double w = x[i];
    layers.push_back([w](double t) { return w * t; });
  }
  double y = 1;
  for (const auto &layer : layers)
    y = layer(y);
  return y;
}

// Lambdas of two places in the text: a number says which.
// CHECK-LABEL: double either_reverse(
// CHECK:        std::vector<int> all_which;
// CHECK:            all_which.push_back(0);
// CHECK-NEXT:       all_x.push_back(x);
// CHECK:            all_which.push_back(1);
// CHECK-NEXT:       all_x.push_back(0.0);
// CHECK:        const std::size_t which = all_which.size() - 1;
// CHECK-NEXT:   const int which_1 = all_which[which];
// CHECK-NEXT:   double called;
// CHECK-NEXT:   if (which_1 == 0)
// CHECK-NEXT:     called = all_x[which] + x;
// CHECK-NEXT:   else
// CHECK-NEXT:     called = -x;
[[ad::differentiate(reverse)]]
double either(double x, int n) {
  std::vector<std::function<double(double)>> all;
  for (int i = 0; i < n; ++i)
    if (i % 2)
      all.push_back([x](double t) { return x + t; });
    else
      all.push_back([](double t) { return -t; });
  return all.back()(x);
}
