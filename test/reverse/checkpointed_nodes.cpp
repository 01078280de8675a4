// What steps write to memory of which nobody knows how much there is, nodes of a list and entries
// of a map, is logged before it is written for the first time after a snapshot. A map is gone
// through again as long as it keeps its keys.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <map>

struct Node {
  double x;
  Node *next;
};

[[ad::differentiate(checkpointed)]]
double list(double x, int steps) {
  Node *head = nullptr;
  for (int i = 0; i < 4; ++i)
    head = new Node{x * i, head};
  for (int t = 0; t < steps; ++t)
    for (Node *n = head; n; n = n->next)
      n->x = std::sin(n->x) + 0.1;
  double s = 0;
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s;
}

[[ad::differentiate(checkpointed)]]
double entries(double x, int steps) {
  std::map<int, double> m;
  for (int i = 0; i < 3; ++i)
    m[i] = x * i;
  for (int t = 0; t < steps; ++t)
    for (auto &[key, value] : m)
      value = std::sin(value + key);
  return m.at(1);
}

// CHECK: // list_checkpointed: adjoint, in bounded memory, of list (checkpointed_nodes.cpp:14)
// CHECK-NEXT: double list_checkpointed(double x, double &x_bar, int steps, double list_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   Node *head = nullptr;
// CHECK-NEXT:   Node *head_bar = nullptr;
// CHECK-NEXT:   Node **made_bar_at = tape.array<Node *>(4);
// CHECK-NEXT:   for (int i = 0; i < 4; ++i) {
// CHECK-NEXT:     Node *const made = new Node;
// CHECK-NEXT:     Node *const made_bar = tape.zeros<Node>(1);
// CHECK-NEXT:     made_bar_at[i] = made_bar;
// CHECK-NEXT:     made_bar->next = head_bar;
// CHECK-NEXT:     *made = Node{x * i, head};
// CHECK-NEXT:     head_bar = made_bar;
// CHECK-NEXT:     head = made;
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::first_writes writes;
// CHECK-NEXT:   ad::checkpoints snapshots(steps, writes);
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     snapshots.pass(t);
// CHECK-NEXT:     for (Node *n = head; n; n = n->next) {
// CHECK-NEXT:       writes.keep(&n->x);
// CHECK-NEXT:       n->x = std::sin(n->x) + 0.1;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   unsigned long trips_1 = 0;
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   while (head) {
// CHECK-NEXT:     ++trips_1;
// CHECK-NEXT:     Node *next = head->next;
// CHECK-NEXT:     Node *next_bar = head_bar->next;
// CHECK-NEXT:     s += head->x;
// CHECK-NEXT:     tape.delete_at_end(head);
// CHECK-NEXT:     tape.push(head_bar);
// CHECK-NEXT:     head_bar = next_bar;
// CHECK-NEXT:     tape.push(head);
// CHECK-NEXT:     head = next;
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = list_bar;
// CHECK-NEXT:   for (; trips_1 > 0; --trips_1) {
// CHECK-NEXT:     head = tape.pop<Node *>();
// CHECK-NEXT:     head_bar = tape.pop<Node *>();
// CHECK-NEXT:     head_bar->x += s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       snapshots.pass(k);
// CHECK-NEXT:       for (Node *n_1 = head; n_1; n_1 = n_1->next)
// CHECK-NEXT:         n_1->x = std::sin(n_1->x) + 0.1;
// CHECK-NEXT:     }
// CHECK-NEXT:     Node *n_bar = nullptr;
// CHECK-NEXT:     double n_x = 0;
// CHECK-NEXT:     unsigned long trips = 0;
// CHECK-NEXT:     Node *n = head;
// CHECK-NEXT:     n_bar = head_bar;
// CHECK-NEXT:     while (n) {
// CHECK-NEXT:       ++trips;
// CHECK-NEXT:       tape.push(n_x);
// CHECK-NEXT:       n_x = n->x;
// CHECK-NEXT:       n->x = std::sin(n_x) + 0.1;
// CHECK-NEXT:       tape.push(n_bar);
// CHECK-NEXT:       n_bar = n_bar->next;
// CHECK-NEXT:       n = n->next;
// CHECK-NEXT:     }
// CHECK-NEXT:     for (; trips > 0; --trips) {
// CHECK-NEXT:       n_bar = tape.pop<Node *>();
// CHECK-NEXT:       n_bar->x *= std::cos(n_x);
// CHECK-NEXT:       n_x = tape.pop<double>();
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   snapshots.rewind();
// CHECK-NEXT:   for (int i = 4; i-- > 0;) {
// CHECK-NEXT:     Node *const made_bar = made_bar_at[i];
// CHECK-NEXT:     x_bar += i * made_bar->x;
// CHECK-NEXT:     made_bar->x = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // entries_checkpointed: adjoint, in bounded memory, of entries (checkpointed_nodes.cpp:32)
// CHECK-NEXT: double entries_checkpointed(double x, double &x_bar, int steps, double entries_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   std::map<int, double> *m_bar = tape.keep<std::map<int, double>>();
// CHECK-NEXT:   std::map<int, double> m;
// CHECK-NEXT:   double **entry_bar_at = tape.array<double *>(3);
// CHECK-NEXT:   for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:     const int key = i;
// CHECK-NEXT:     double *const entry = &m[key];
// CHECK-NEXT:     double *const entry_bar = &(*m_bar)[key];
// CHECK-NEXT:     entry_bar_at[i] = entry_bar;
// CHECK-NEXT:     *entry = x * i;
// CHECK-NEXT:   }
// CHECK-NEXT:   ad::first_writes writes;
// CHECK-NEXT:   ad::checkpoints snapshots(steps, writes);
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     snapshots.pass(t);
// CHECK-NEXT:     for (std::map<int, double>::iterator it = m.begin(); it != m.end(); ++it) {
// CHECK-NEXT:       std::pair<const int, double> *const entry = &*it;
// CHECK-NEXT:       writes.keep(&entry->second);
// CHECK-NEXT:       entry->second = std::sin(entry->second + entry->first);
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   double *const entry_2 = &m.at(1);
// CHECK-NEXT:   double *const entry_2_bar = &m_bar->at(1);
// CHECK-NEXT:   const double entries_value = *entry_2;
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   *entry_2_bar += entries_bar;
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       snapshots.pass(k);
// CHECK-NEXT:       for (std::map<int, double>::iterator it_1 = m.begin(); it_1 != m.end(); ++it_1) {
// CHECK-NEXT:         std::pair<const int, double> *const entry = &*it_1;
// CHECK-NEXT:         entry->second = std::sin(entry->second + entry->first);
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     std::pair<const int, double> *entry_bar = nullptr;
// CHECK-NEXT:     double entry_second = 0;
// CHECK-NEXT:     int entry_first = 0;
// CHECK-NEXT:     unsigned long trips = 0;
// CHECK-NEXT:     for (std::map<int, double>::iterator it = m.begin(); it != m.end(); ++it) {
// CHECK-NEXT:       ++trips;
// CHECK-NEXT:       std::pair<const int, double> *const entry = &*it;
// CHECK-NEXT:       tape.push(entry_bar);
// CHECK-NEXT:       entry_bar = &*m_bar->find(it->first);
// CHECK-NEXT:       tape.push(entry_second);
// CHECK-NEXT:       entry_second = entry->second;
// CHECK-NEXT:       tape.push(entry_first);
// CHECK-NEXT:       entry_first = entry->first;
// CHECK-NEXT:       entry->second = std::sin(entry_second + entry_first);
// CHECK-NEXT:     }
// CHECK-NEXT:     for (; trips > 0; --trips) {
// CHECK-NEXT:       entry_bar->second *= std::cos(entry_second + entry_first);
// CHECK-NEXT:       entry_first = tape.pop<int>();
// CHECK-NEXT:       entry_second = tape.pop<double>();
// CHECK-NEXT:       entry_bar = tape.pop<std::pair<const int, double> *>();
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   snapshots.rewind();
// CHECK-NEXT:   for (int i = 3; i-- > 0;) {
// CHECK-NEXT:     double *const entry_bar = entry_bar_at[i];
// CHECK-NEXT:     x_bar += i * *entry_bar;
// CHECK-NEXT:     *entry_bar = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   return entries_value;
// CHECK-NEXT: }
