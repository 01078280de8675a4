// The adjoint of an object without default constructor starts as zero bytes, which are no deque.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <deque>

struct Window {
  std::deque<double> kept;
  double gain;
  explicit Window(double g) : gain(g) {}
};

// CHECK-LABEL: double mean_forward(
// CHECK:        ad::owning_shadow<Window> w_dot_storage;
// CHECK-NEXT:   Window &w_dot = w_dot_storage.value();
// CHECK-NEXT:   ad::construct(w_dot.kept);
// CHECK-LABEL: double mean_reverse(
// CHECK:        ++w_kept_size;
// CHECK-NEXT:   ad::owning_shadow<Window> w_bar_storage;
// CHECK-NEXT:   Window &w_bar = w_bar_storage.value();
// CHECK-NEXT:   ad::construct(w_bar.kept);
// CHECK-NEXT:   ad::match(w_bar.kept, w.kept);
[[ad::differentiate(forward, reverse)]]
double mean(double x) {
  Window w(x);
  w.kept.push_back(x * x);
  w.kept.push_front(x);
  return w.gain * (w.kept[0] + w.kept[1]) / 2;
}
