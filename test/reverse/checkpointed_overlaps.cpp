// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s --check-prefixes=CHECK,RECORDS
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print -fplugin-arg-ad-checkpoint-all %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,RUNS
//
// A companion that runs loops again takes the same arrays to be apart as one that records, so that
// both add to x[0] in a variable, or both in memory: the same bits.
#include <cmath>
#include <cstddef>
#include <vector>

[[ad::differentiate(reverse)]]
void add(const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < x.size() && i != y.size(); ++i)
    y[i] = std::sin(x[i]) * x[0] + y[i] * x[1];
}
// CHECK-LABEL: void add_reverse_overlapping(
// RECORDS: x_0_at[i] = x[0];
// RUNS: snapshots.pass
// CHECK: x_bar[0] += sin_x_i{{.*}} * y_i_seed;
// CHECK-LABEL: void add_reverse(
// CHECK: if (ad::overlap(x, y))
// CHECK-NEXT: return add_reverse_overlapping(x, x_bar, y, y_bar);
// RECORDS-NOT: x_0_at
// RUNS: snapshots.pass
// CHECK: x_bar_sum += sin_x_i{{.*}} * y_i_seed;
// CHECK: x_bar[0] += x_bar_sum;
