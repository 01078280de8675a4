// Memory of the function's own: the tangents have memory beside it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"
#include <cstdlib>

// CHECK:      double buffer_forward(
// CHECK-NEXT:   double *w = new double[n];
// CHECK-NEXT:   double *w_dot = new double[n]();
// CHECK:        delete[] w_dot;
// CHECK-NEXT:   delete[] w;
[[ad::differentiate(forward)]] double buffer(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  double s = w[0] * w[n - 1];
  delete[] w;
  return s;
}

struct Node {
  double v;
  Node *next;
  Node(double value, Node *rest) : v(value), next(rest) {}
};

// CHECK:      double nodes_forward(
// CHECK:        double *b = static_cast<double *>(malloc(n * sizeof(double)));
// CHECK-NEXT:   double *b_dot = static_cast<double *>(calloc(n, sizeof(double)));
// CHECK:        Node *a = static_cast<Node *>(::operator new(sizeof(Node)));
// CHECK-NEXT:   Node *a_dot = ad::zeros<Node>();
// CHECK:        delete a_dot;
// CHECK-NEXT:   delete a;
[[ad::differentiate(forward)]] double nodes(const double *x, int n) {
  double *b = static_cast<double *>(std::malloc(n * sizeof(double)));
  b[0] = x[0] * x[1];
  Node *a = new Node(b[0], nullptr);
  double s = a->v * x[n - 1];
  delete a;
  std::free(b);
  return s;
}

int main() {
  check({0.5, 1.5, -0.7}, 1, [](In x, Out y) { y[0] = buffer(x, 3) + nodes(x, 3); },
        [](In x, In x_dot, Out y, Out y_dot) {
          double more;
          y[0] = buffer_forward(x, x_dot, 3, y_dot[0]) + nodes_forward(x, x_dot, 3, more);
          y_dot[0] += more;
        },
        nullptr);
  return finish();
}
