// A deque of vectors is a vector of them, whose front goes by exchanges.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <deque>
#include <vector>
// CHECK-LABEL: double oldest_reverse(const std::vector<double> &x, std::vector<double> &x_bar, double oldest_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    std::vector<std::vector<double>> *steps_bar = tape.object<std::vector<std::vector<double>>>();
// CHECK-NEXT:    std::vector<std::vector<double>> steps;
// CHECK-NEXT:    ad::shape_like(*steps_bar, steps);
// CHECK-NEXT:    steps.push_back(x);
// CHECK-NEXT:    ad::follow_shape(tape, *steps_bar, steps);
// CHECK-NEXT:    std::size_t steps_size = 1;
// CHECK-NEXT:    std::vector<double> values = {x[0] * x[1]};
// CHECK-NEXT:    steps.push_back(values);
// CHECK-NEXT:    ad::follow_shape(tape, *steps_bar, steps);
// CHECK-NEXT:    ++steps_size;
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    std::size_t k = 0;
// CHECK-NEXT:    for (k = 1; k < steps.size(); ++k) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      steps[k - 1].swap(steps[k]);
// CHECK-NEXT:      (*steps_bar)[k - 1].swap((*steps_bar)[k]);
// CHECK-NEXT:    }
// CHECK-NEXT:    steps.pop_back();
// CHECK-NEXT:    ad::follow_shape(tape, *steps_bar, steps);
// CHECK-NEXT:    --steps_size;
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    std::vector<double> values_bar(values.size());
// CHECK-NEXT:    (*steps_bar)[0][0] += oldest_bar;
// CHECK-NEXT:    ++steps_size;
// CHECK-NEXT:    ad::restore_shape(tape, *steps_bar);
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      --k;
// CHECK-NEXT:      (*steps_bar)[k - 1].swap((*steps_bar)[k]);
// CHECK-NEXT:    }
// CHECK-NEXT:    --steps_size;
// CHECK-NEXT:    for (std::size_t k_1 = 0; k_1 < values_bar.size(); ++k_1)
// CHECK-NEXT:      values_bar[k_1] += (*steps_bar)[steps_size][k_1];
// CHECK-NEXT:    ad::restore_shape(tape, *steps_bar);
// CHECK-NEXT:    x_bar[0] += x[1] * values_bar[0];
// CHECK-NEXT:    x_bar[1] += x[0] * values_bar[0];
// CHECK-NEXT:    --steps_size;
// CHECK-NEXT:    for (std::size_t k_1 = 0; k_1 < x_bar.size(); ++k_1)
// CHECK-NEXT:      x_bar[k_1] += (*steps_bar)[steps_size][k_1];
// CHECK-NEXT:    ad::restore_shape(tape, *steps_bar);
// CHECK-NEXT:    return steps[0][0];
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double oldest(const std::vector<double> &x) {
  std::deque<std::vector<double>> steps;
  steps.push_back(x);
  steps.push_back({x[0] * x[1]});
  steps.pop_front();
  return steps.front()[0];
}
