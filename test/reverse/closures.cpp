// A closure that cannot be inlined becomes a function of what it captures.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
[[ad::differentiate(reverse)]]
double f(double x, int n) {
  double sum = 0;
  auto add = [&](auto self, double t, int n) -> void {
    sum += t * x;
    if (n > 0)
      self(self, t * x, n - 1);
  };
  add(add, x, n);
  return sum;
}
// CHECK-LABEL: static void add_forward_sweep(ad::tape &tape, double t, int n, double &sum, double x) {
// CHECK:      add_forward_sweep(tape, t * x, n - 1, sum, x);
// CHECK-LABEL: double f_reverse(double x, double &x_bar, int n, double f_bar) {
// CHECK:      add_forward_sweep(tape, x, n, sum, x);
// CHECK:      add_reverse_sweep(tape, x, x_bar, n, sum, sum_bar, x, x_bar);
