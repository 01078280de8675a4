// Neighbours that get numbers of their own, which cost too much to be computed twice: the numbers
// are kept, and loops of their own add them, so that no iteration waits for another one.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-gather | FileCheck %s --check-prefix=WAITS
// RUN: %clang_ad_plugin -O3 -Wall -Wextra -Werror -c %s -o %t -Rpass=loop-vectorize 2>&1 | FileCheck %s --check-prefix=VECTORISED
// VECTORISED: remark: vectorized loop
#include <utility>
#include <vector>

// CHECK-LABEL: double stopped_reverse(
// CHECK:        const std::size_t flow_size = 1 < n - 1 ? n - 1 : 0;
// CHECK-NEXT:   std::vector<double> flow(flow_size);
// CHECK-NEXT:   const std::size_t flow_1_size = 1 < n - 1 ? n - 1 : 0;
// CHECK-NEXT:   std::vector<double> flow_1(flow_1_size);
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     u_bar.swap(next_bar);
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:     for (int i = 1; i < n - 1; ++i) {
// CHECK:            flow[i] = {{.*}};
// CHECK:            flow_1[i] = right_bar;
// CHECK-NEXT:       u_bar[i - 1] += left_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:       u_bar[i] += flow[i];
// CHECK-NEXT:     for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:       u_bar[i + 1] += flow_1[i];
// WAITS-LABEL: double stopped_reverse(
// WAITS-NOT:   flow
// WAITS:       {{^}}}
[[ad::differentiate(reverse)]]
double stopped(const std::vector<double> &start, int n, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double left = u[i - 1] - u[i], right = u[i + 1] - u[i];
      next[i] = u[i] + left / (1 + left * left) + right / (2 + right * right);
    }
    std::swap(u, next);
  }
  return u[n / 2];
}

// A loop that runs once stays as it is: the rows would cost more.
// CHECK-LABEL: double once_reverse(
// CHECK-NOT:     flow
// CHECK:       {{^}}}
[[ad::differentiate(reverse)]]
double once(const double *u, int n) {
  double s = 0;
  for (int i = 1; i < n - 1; ++i) {
    const double left = u[i - 1] - u[i], right = u[i + 1] - u[i];
    s += left / (1 + left * left) + right / (2 + right * right);
  }
  return s;
}

// Its end is another one in each step.
// CHECK-LABEL: double shrinking_reverse(
// CHECK-NOT:     flow
// CHECK:       {{^}}}
[[ad::differentiate(reverse)]]
double shrinking(const std::vector<double> &start, int n, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - t; ++i) {
      const double left = u[i - 1] - u[i], right = u[i + 1] - u[i];
      next[i] = u[i] + left / (1 + left * left) + right / (2 + right * right);
    }
    std::swap(u, next);
  }
  return u[n / 2];
}
