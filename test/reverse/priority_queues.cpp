// A std::priority_queue is a vector whose elements rise and sink as in the library's heap.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <queue>

// CHECK-LABEL: double larger_forward(
// CHECK:        std::vector<double> q;
// CHECK:        q.push_back(
// CHECK:        while (
// CHECK:          q_dot[k] = q_dot[(k - 1) / 2];
// CHECK-NEXT:     q[k] = q[(k - 1) / 2];
[[ad::differentiate(forward)]]
double larger(double x, double y) {
  std::priority_queue<double> q;
  q.push(x * x);
  q.push(y);
  return q.top();
}
