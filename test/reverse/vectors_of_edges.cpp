// Vectors of objects that hold numbers and pointers: the adjoint lives on the tape, grows with the
// vector, and gets its pointers in the forward sweep.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t \
// RUN:   -fplugin-arg-ad-print | FileCheck %s
// RUN: %t
#include "harness.h"
#include <vector>

struct Node {
  double v;
};
struct Edge {
  Node *to;
  double w;
};

// CHECK-LABEL: double pulled_reverse(
// CHECK:         edges.push_back(object);
// CHECK-NEXT:    ad::follow_shape(tape, *edges_bar, edges);
// CHECK-NEXT:    (*edges_bar)[edges.size() - 1].to = object_bar.to;
// CHECK:           (*edges_bar)[k].w += edges[k].to->v * s_bar;
// CHECK-NEXT:      (*edges_bar)[k].to->v += edges[k].w * s_bar;
// CHECK:         object_1_bar.w += (*edges_bar)[edges_size].w;
// CHECK-NEXT:    ad::restore_shape(tape, *edges_bar);
[[ad::differentiate(forward, reverse)]] double pulled(double x, double y) {
  Node n[2] = {{x}, {y}};
  std::vector<Edge> edges;
  edges.push_back({&n[0], x * y});
  edges.push_back({&n[1], x});
  double s = 0;
  for (const Edge &e : edges)
    s += e.w * e.to->v;
  return s;
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = pulled(x[0], x[1]); },
      [](In x, In x_dot, Out y, Out y_dot) { y[0] = pulled_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]); },
      [](In x, Out x_bar, Out y, In y_bar) { y[0] = pulled_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]); });
  return finish();
}
