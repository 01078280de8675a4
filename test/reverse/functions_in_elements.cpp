// Objects that hold functions, in vectors: the vector is one of their other members, and which
// function an element has is its index, or, where a loop appends, a number beside it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <functional>
#include <utility>
#include <vector>

struct Stage {
  double gain;
  std::function<double(double)> shape;
};

// CHECK-LABEL: double listed_reverse(
// CHECK-NEXT:   struct Stage_members {
// CHECK-NEXT:     double gain;
// CHECK-NEXT:   };
// CHECK:        std::vector<Stage_members> stages;
// CHECK-NEXT:   stages.push_back(object);
// CHECK:          const std::size_t which = k;
// CHECK-NEXT:     called_at[k] = called;
// CHECK-NEXT:     if (which == 0)
// CHECK-NEXT:       called = x_1 * x_1;
// CHECK-NEXT:     else
// CHECK-NEXT:       called = x_1 + a;
// CHECK:          x_1 = stages[k].gain * called;
[[ad::differentiate(reverse)]]
double listed(double x, double a) {
  std::vector<Stage> stages;
  stages.push_back({a, [](double t) { return t * t; }});
  stages.push_back({2, [a](double t) { return t + a; }});
  for (const Stage &each : stages)
    x = each.gain * each.shape(x);
  return x;
}

// CHECK-LABEL: double looped_reverse(
// CHECK:        std::vector<Stage_members> stages;
// CHECK-NEXT:   std::vector<int> shape_which;
// CHECK:          stages.push_back(object);
// CHECK:          shape_w[at] = w;
// CHECK-NEXT:     shape_which.push_back(0);
// CHECK:          y *= shape_w[which];
// CHECK:        // reverse sweep
// CHECK:          shape_w_bar[which] += y_at[k] * y_bar;
[[ad::differentiate(reverse)]]
double looped(const double *x, int n) {
  std::vector<Stage> stages;
  for (int i = 0; i < n; ++i)
    stages.push_back({1, [w = x[i]](double t) { return w * t; }});
  double y = 1;
  for (const Stage &each : stages)
    y = each.shape(y);
  return y;
}

// CHECK-LABEL: double paired_reverse(
// CHECK-NEXT:   struct pair_members {
// CHECK-NEXT:     double first;
// CHECK-NEXT:   };
// CHECK:          s += all[k].first * (x * x);
[[ad::differentiate(reverse)]]
double paired(double x, double a) {
  std::vector<std::pair<double, std::function<double(double)>>> all;
  all.emplace_back(a, [](double t) { return t * t; });
  double s = 0;
  for (const auto &[weight, f] : all)
    s += weight * f(x);
  return s;
}
