// Nodes that iterations make, link and hand on: the store is told which members are pointers, and
// holds those to adjoints, too. What is linked to from ahead of the loop is of the store as well;
// the loop that frees what is left is recorded, a node in each iteration.
// RUN: %clang_ad_plugin -Wall -Wextra -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cmath>

struct Node {
  double x;
  Node *next;
};

[[ad::differentiate(checkpointed)]]
double queue(double x, int n) {
  Node *first = new Node{x, nullptr}, *last = first;
  for (int t = 0; t < n; ++t) {
    Node *made = new Node{std::sin(last->x), nullptr};
    last->next = made;
    last = made;
    Node *gone = first;
    first = first->next;
    delete gone;
  }
  const double s = last->x;
  while (first) {
    Node *next = first->next;
    delete first;
    first = next;
  }
  return s;
}

// CHECK: // queue_checkpointed: adjoint, in bounded memory, of queue (checkpointed_linked.cpp:14)
// CHECK-NEXT: double queue_checkpointed(double x, double &x_bar, int n, double queue_bar) {
// CHECK-NEXT:   ad::block_store blocks;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   Node *first = blocks.allocate_ahead<Node, &Node::next>(1);
// CHECK-NEXT:   Node *first_bar = blocks.adjoint(first);
// CHECK-NEXT:   first_bar->next = nullptr;
// CHECK-NEXT:   *first = Node{x, nullptr};
// CHECK-NEXT:   Node *last = first;
// CHECK-NEXT:   Node *last_bar = first_bar;
// CHECK-NEXT:   ad::checkpoints snapshots(n, blocks, last_bar, last, first_bar, first);
// CHECK-NEXT:   snapshots.pass(0);
// CHECK-NEXT:   for (int t = 0; t < n; ++t) {
// CHECK-NEXT:     snapshots.pass(t);
// CHECK-NEXT:     blocks.begin_iteration();
// CHECK-NEXT:     Node *made = blocks.allocate<Node, &Node::next>(1);
// CHECK-NEXT:     Node *made_bar = blocks.adjoint(made);
// CHECK-NEXT:     made_bar->next = nullptr;
// CHECK-NEXT:     *made = Node{std::sin(last->x), nullptr};
// CHECK-NEXT:     last_bar->next = made_bar;
// CHECK-NEXT:     last->next = made;
// CHECK-NEXT:     last_bar = made_bar;
// CHECK-NEXT:     last = made;
// CHECK-NEXT:     Node *gone = first;
// CHECK-NEXT:     first_bar = first_bar->next;
// CHECK-NEXT:     first = first->next;
// CHECK-NEXT:     blocks.delete_with_iteration(gone);
// CHECK-NEXT:   }
// CHECK-NEXT:   const double s = last->x;
// CHECK-NEXT:   unsigned long trips = 0;
// CHECK-NEXT:   while (first) {
// CHECK-NEXT:     ++trips;
// CHECK-NEXT:     Node *next = first->next;
// CHECK-NEXT:     Node *next_bar = first_bar->next;
// CHECK-NEXT:     blocks.delete_at_end(first);
// CHECK-NEXT:     first_bar = next_bar;
// CHECK-NEXT:     first = next;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = queue_bar;
// CHECK-NEXT:   for (; trips > 0; --trips) {
// CHECK-NEXT:   }
// CHECK-NEXT:   last_bar->x += s_bar;
// CHECK-NEXT:   for (int t = n; t-- > 0;) {
// CHECK-NEXT:     for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       snapshots.pass(k);
// CHECK-NEXT:       blocks.begin_iteration();
// CHECK-NEXT:       Node *made_1 = blocks.allocate<Node, &Node::next>(1);
// CHECK-NEXT:       Node *made_bar_1 = blocks.adjoint(made_1);
// CHECK-NEXT:       made_bar_1->next = nullptr;
// CHECK-NEXT:       *made_1 = Node{std::sin(last->x), nullptr};
// CHECK-NEXT:       last_bar->next = made_bar_1;
// CHECK-NEXT:       last->next = made_1;
// CHECK-NEXT:       last_bar = made_bar_1;
// CHECK-NEXT:       last = made_1;
// CHECK-NEXT:       Node *gone_1 = first;
// CHECK-NEXT:       first_bar = first_bar->next;
// CHECK-NEXT:       first = first->next;
// CHECK-NEXT:       blocks.delete_with_iteration(gone_1);
// CHECK-NEXT:     }
// CHECK-NEXT:     blocks.begin_iteration();
// CHECK-NEXT:     Node *last_bar_1 = last_bar;
// CHECK-NEXT:     Node *last_1 = last;
// CHECK-NEXT:     Node *first_bar_1 = first_bar;
// CHECK-NEXT:     Node *first_1 = first;
// CHECK-NEXT:     Node *made = blocks.allocate<Node, &Node::next>(1);
// CHECK-NEXT:     Node *made_bar = blocks.adjoint(made);
// CHECK-NEXT:     made_bar->next = nullptr;
// CHECK-NEXT:     const double last_x = last_1->x;
// CHECK-NEXT:     *made = Node{std::sin(last_x), nullptr};
// CHECK-NEXT:     last_bar_1->next = made_bar;
// CHECK-NEXT:     last_1->next = made;
// CHECK-NEXT:     Node *const last_bar_before = last_bar_1;
// CHECK-NEXT:     last_bar_1 = made_bar;
// CHECK-NEXT:     last_1 = made;
// CHECK-NEXT:     Node *gone = first_1;
// CHECK-NEXT:     first_bar_1 = first_bar_1->next;
// CHECK-NEXT:     first_1 = first_1->next;
// CHECK-NEXT:     blocks.delete_with_iteration(gone);
// CHECK-NEXT:     last_bar = last_bar_1;
// CHECK-NEXT:     last = last_1;
// CHECK-NEXT:     first_bar = first_bar_1;
// CHECK-NEXT:     first = first_1;
// CHECK-NEXT:     const Node made_seed = *made_bar;
// CHECK-NEXT:     made_bar->x = 0;
// CHECK-NEXT:     last_bar_before->x += std::cos(last_x) * made_seed.x;
// CHECK-NEXT:     blocks.end_reversal();
// CHECK-NEXT:   }
// CHECK-NEXT:   snapshots.rewind();
// CHECK-NEXT:   x_bar += first_bar->x;
// CHECK-NEXT:   first_bar->x = 0;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }

static void drop(Node *p) {
  if (p) {
    drop(p->next);
    delete p;
  }
}

/// The store is not asked by functions that free.
[[ad::differentiate(checkpointed)]]
double dropped(double x, int n) {
  Node *top = nullptr;
  // REPORT: checkpointed_linked.cpp:[[@LINE+1]]:3: warning: 'dropped_checkpointed' records this loop, in memory that grows with its iterations: it hands on memory that it allocates, and 'drop' frees memory that it is given
  for (int t = 0; t < n; ++t)
    top = new Node{std::sin(x + t) * (top ? top->x : 1), top};
  const double s = top->x;
  drop(top);
  return s;
}

struct Pair {
  Node first, second;
};

/// Pointers among numbers, in a member, have no name.
[[ad::differentiate(checkpointed)]]
double nested(double x, int n) {
  Pair *p = new Pair{{x, nullptr}, {x, nullptr}};
  // REPORT: checkpointed_linked.cpp:[[@LINE+1]]:3: warning: 'nested_checkpointed' records this loop, in memory that grows with its iterations: it hands on memory that it allocates, with objects in it
  for (int t = 0; t < n; ++t) {
    Pair *q = new Pair{{p->second.x, &p->first}, {std::sin(x), nullptr}};
    p = q;
  }
  return p->first.x;
}
