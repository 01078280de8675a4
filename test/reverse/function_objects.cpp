// A std::function that holds an object is a copy of it; one of several is a branch.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <functional>
#include <vector>

struct Line {
  double slope;
  double operator()(double t) const { return slope * t; }
};

// CHECK-LABEL: double held_reverse(
// CHECK-NEXT: const double function_slope_bar = x * x * x * held_bar;
// CHECK-NEXT: x_bar += 3 * k * x * x * held_bar;
// CHECK-NEXT: k_bar += function_slope_bar;
// CHECK-NEXT: return k * x * (x * x);
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
double held(double x, double k) {
  std::vector<std::function<double(double)>> fs{Line{k}, [](double t) { return t * t; }};
  auto first = fs[0];
  return first(x) * fs[1](x);
}

// CHECK-LABEL: double one_forward(
// CHECK: const int which = i % 2;
// CHECK: if (which == 0) {
// CHECK: called = t * t;
// CHECK-NEXT: } else {
// CHECK-NEXT: called_dot = 2 * x_dot[i];
// CHECK-NEXT: called = 2 * x[i];
[[ad::differentiate(forward)]]
double one(const double *x, int n) {
  const std::function<double(double)> fs[] = {[](double t) { return t * t; },
                                              [](double t) { return 2 * t; }};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto &f = fs[i % 2];
    s += f(x[i]);
  }
  return s;
}

// CHECK-LABEL: double combined_forward(
// CHECK: combined_dot = x_dot * y + x * y_dot;
[[ad::differentiate(forward)]]
double combined(double x, double y) {
  std::function<double(double, double)> times = std::multiplies<>();
  return times(x, y);
}

// CHECK-LABEL: double chosen_reverse(
// CHECK: if (x > 1)
// CHECK-NEXT: above.push_back(x);
// CHECK-NEXT: else
// CHECK-NEXT: below.push_back(x);
[[ad::differentiate(reverse)]]
double chosen(double x) {
  std::vector<double> above, below;
  (x > 1 ? above : below).push_back(x);
  return x * above.size() + 2 * x * below.size();
}
