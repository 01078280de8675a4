// New elements of a vector, made by the library: what their constructor does is said again, so that
// their derivatives have as many elements.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>
struct Filled {
  std::vector<double> b = std::vector<double>(2, 0.5);
};
[[ad::differentiate(forward)]]
double resized(double x) {
  std::vector<Filled> w;
  w.resize(2);
  w[0].b[1] = x;
  return w[0].b[1] * w[1].b[0];
}

// CHECK-LABEL: double resized_forward(double x, double x_dot, double &resized_dot) {
// CHECK-NEXT: const std::size_t w_size = 0;
// CHECK-NEXT: ad::owning_shadow<std::vector<Filled>> w_dot_storage;
// CHECK-NEXT: std::vector<Filled> &w_dot = w_dot_storage.value();
// CHECK-NEXT: const std::size_t first = w_size;
// CHECK-NEXT: ad::resize<ad::bytes>(w_dot, 2);
// CHECK-NEXT: std::vector<Filled> w;
// CHECK-NEXT: w.resize(2);
// CHECK-NEXT: const std::size_t values_size = 2;
// CHECK-NEXT: std::vector<double> values;
// CHECK-NEXT: for (std::size_t k = first; k < 2; ++k) {
// CHECK-NEXT: w_dot[k].b.clear();
// CHECK-NEXT: w[k].b.clear();
// CHECK-NEXT: values.assign(values_size, 0.5);
// CHECK-NEXT: w_dot[k].b = ad::zeros_like(values);
// CHECK-NEXT: w[k].b = values;
// CHECK-NEXT: }
// CHECK-NEXT: w_dot[0].b[1] = x_dot;
// CHECK-NEXT: w[0].b[1] = x;
// CHECK-NEXT: resized_dot = w_dot[0].b[1] * w[1].b[0] + w[0].b[1] * w_dot[1].b[0];
// CHECK-NEXT: return w[0].b[1] * w[1].b[0];
// CHECK-NEXT: }
