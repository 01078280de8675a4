// Pointers are followed by pointers to tangents: linked structures, selected and swapped pointers.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Node {
  double value;
  Node *next;
};

// CHECK: double total_forward(const Node *list, const Node *list_dot, double &total_dot) {
// CHECK:        const Node *n = list;
// CHECK-NEXT:   const Node *n_dot = list_dot;
// CHECK-NEXT:   for (; n; n_dot = n_dot->next, n = n->next) {
// CHECK-NEXT:     sum_dot += std::cos(n->value) * n_dot->value;
// CHECK-NEXT:     sum += std::sin(n->value);
// CHECK-NEXT:   }
[[ad::differentiate(forward)]] double total(const Node *list) {
  double sum = 0;
  for (const Node *n = list; n; n = n->next)
    sum += std::sin(n->value);
  return sum;
}

// CHECK: void order_forward(double *a, double *a_dot, double *b, double *b_dot) {
// CHECK-NEXT:   const double *low = *a < *b ? a : b;
// CHECK-NEXT:   const double *low_dot = *a < *b ? a_dot : b_dot;
// CHECK-NEXT:   double *high = low == a ? b : a;
// CHECK-NEXT:   double *high_dot = low == a ? b_dot : a_dot;
// CHECK-NEXT:   *high_dot = *high_dot * *low + *high * *low_dot;
// CHECK-NEXT:   *high *= *low;
// CHECK-NEXT: }
[[ad::differentiate(forward)]] void order(double *a, double *b) {
  const double *low = *a < *b ? a : b;
  double *high = low == a ? b : a;
  *high *= *low;
}

int main() {
  check({0.7, 1.2}, 1,
        [](In x, Out y) {
          Node last{x[1], nullptr}, first{x[0], &last};
          y[0] = total(&first);
        },
        [](In x, In x_dot, Out y, Out y_dot) {
          Node last{x[1], nullptr}, first{x[0], &last};
          Node last_dot{x_dot[1], nullptr}, first_dot{x_dot[0], &last_dot};
          y[0] = total_forward(&first, &first_dot, y_dot[0]);
        },
        nullptr);
  for (double a : {0.7, 1.7})
    check({a, 1.2}, 2,
          [](In x, Out y) {
            copy(x, y, 2);
            order(y, y + 1);
          },
          [](In x, In x_dot, Out y, Out y_dot) {
            copy(x, y, 2);
            copy(x_dot, y_dot, 2);
            order_forward(y, y_dot, y + 1, y_dot + 1);
          },
          nullptr);
  return finish();
}
