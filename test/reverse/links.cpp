// Linked structures: the adjoint has the same links, and is walked beside the primal. The way back
// is recorded, since links point one way only.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

struct Node {
  double value;
  Node *next;
};
struct Tree {
  double value;
  const Tree *left, *right;
};

// A recursion is declared before all that is defined.
// CHECK:      static double product_forward_sweep(ad::tape &tape, const Tree *t, Tree *t_bar);
// CHECK-NEXT: static void product_reverse_sweep(ad::tape &tape, const Tree *t, Tree *t_bar, double product_bar);

// CHECK:      double squares_reverse(const Node *head, Node *head_bar, double squares_bar) {
// CHECK:        for (n = head, n_bar = head_bar; n;) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     sum += n->value * n->value;
// CHECK-NEXT:     tape.push(n_bar);
// CHECK-NEXT:     n_bar = n_bar->next;
// CHECK-NEXT:     tape.push(n);
// CHECK-NEXT:     n = n->next;
// CHECK-NEXT:   }
// CHECK:        for (; trips > 0; --trips) {
// CHECK-NEXT:     n = tape.pop<const Node *>();
// CHECK-NEXT:     n_bar = tape.pop<Node *>();
// CHECK-NEXT:     n_bar->value += 2 * n->value * sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return sum;
[[ad::differentiate(reverse)]] double squares(const Node *head) {
  double sum = 0;
  for (const Node *n = head; n; n = n->next)
    sum += n->value * n->value;
  return sum;
}

// A sum needs no value: only the adjoint's nodes are recorded.
// CHECK:      double total_reverse(const Node *head, Node *head_bar, double total_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const Node *head_1 = head;
// CHECK-NEXT:   Node *head_1_bar = head_bar;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   double sum = 0;
// CHECK-NEXT:   while (head_1) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     sum += head_1->value;
// CHECK-NEXT:     tape.push(head_1_bar);
// CHECK-NEXT:     head_1_bar = head_1_bar->next;
// CHECK-NEXT:     head_1 = head_1->next;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double sum_bar = total_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:     head_1_bar = tape.pop<Node *>();
// CHECK-NEXT:     head_1_bar->value += sum_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return sum;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double total(const Node *head) {
  double sum = 0;
  while (head) {
    sum += head->value;
    head = head->next;
  }
  return sum;
}

// A recursion has a pair of sweeps, which remembers where the links led. An adjoint that is reached
// through a link to const is written to: it is the caller's own storage.
// CHECK:      static double product_forward_sweep(ad::tape &tape, const Tree *t, Tree *t_bar) {
// CHECK:          t_left_bar = const_cast<Tree *>(t_bar->left);
// CHECK:      static void product_reverse_sweep(ad::tape &tape, const Tree *t, Tree *t_bar, double product_bar) {
// CHECK:          product_reverse_sweep(tape, t_right, t_right_bar, {{.*}});
// CHECK-NEXT:     product_reverse_sweep(tape, t_left, t_left_bar, {{.*}});
// CHECK-NEXT:     t_bar->value +=
// CHECK:      double product_reverse(const Tree *t, Tree *t_bar, double product_bar) {
// CHECK-NEXT:   ad::tape tape;
[[ad::differentiate(reverse)]] double product(const Tree *t) {
  if (!t)
    return 1;
  return t->value * product(t->left) * product(t->right);
}

int main() {
  check(
      {0.7, 1.3, -0.4}, 2,
      [](In x, Out y) {
        Node c{x[2], nullptr}, b{x[1], &c}, a{x[0], &b};
        y[0] = squares(&a) * total(&b);
        const Tree left{x[0], nullptr, nullptr}, right{x[2], nullptr, nullptr};
        const Tree top{x[1], &left, &right};
        y[1] = product(&top);
      },
      nullptr,
      [](In x, Out x_bar, Out y, In y_bar) {
        Node c{x[2], nullptr}, b{x[1], &c}, a{x[0], &b};
        Node c_bar{0, nullptr}, b_bar{0, &c_bar}, a_bar{0, &b_bar};
        y[0] = squares_reverse(&a, &a_bar, total(&b) * y_bar[0]) *
               total_reverse(&b, &b_bar, squares(&a) * y_bar[0]);
        const Tree left{x[0], nullptr, nullptr}, right{x[2], nullptr, nullptr};
        const Tree top{x[1], &left, &right};
        Tree left_bar{0, nullptr, nullptr}, right_bar{0, nullptr, nullptr};
        Tree top_bar{0, &left_bar, &right_bar};
        y[1] = product_reverse(&top, &top_bar, y_bar[1]);
        const double back[3] = {a_bar.value + left_bar.value, b_bar.value + top_bar.value,
                                c_bar.value + right_bar.value};
        add(back, x_bar, 3);
      });
  return finish();
}
