// Of what a loop writes behind pointers, and nobody knows the extent of, each element is logged
// before it is written for the first time after a snapshot: in the first run alone.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

// CHECK-LABEL: double scatter_checkpointed(
// CHECK:         // forward sweep
// CHECK-NEXT:    ad::first_writes writes;
// CHECK-NEXT:    ad::checkpoints snapshots(steps, writes);
// CHECK-NEXT:    for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:      snapshots.pass(t);
// CHECK-NEXT:      const int at = where[t % n];
// CHECK-NEXT:      writes.keep(&a[at]);
// CHECK-NEXT:      a[at] = std::sin(a[at] + c * a[(at + 3) % n]);
// CHECK-NEXT:    }
// CHECK-NEXT:    const double scatter_value = a[1];
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    a_bar[1] += scatter_bar;
// CHECK-NEXT:    double c_bar_sum = 0;
// CHECK-NEXT:    for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:        snapshots.pass(k);
// CHECK-NEXT:        const int at_1 = where[k % n];
// CHECK-NEXT:        a[at_1] = std::sin(a[at_1] + c * a[(at_1 + 3) % n]);
// CHECK-NEXT:      }
// CHECK-NEXT:      const int at = where[t % n];
// CHECK-NEXT:      const double a_at = a[at];
// CHECK-NEXT:      const double a_at_3_n = a[(at + 3) % n];
// CHECK-NEXT:      a[at] = std::sin(a_at + c * a_at_3_n);
// CHECK-NEXT:      const double t_bar = std::cos(a_at + c * a_at_3_n) * a_bar[at];
// CHECK-NEXT:      a_bar[at] = t_bar;
// CHECK-NEXT:      c_bar_sum += a_at_3_n * t_bar;
// CHECK-NEXT:      a_bar[(at + 3) % n] += c * t_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    c_bar += c_bar_sum;
// CHECK-NEXT:    snapshots.rewind();
// CHECK-NEXT:    return scatter_value;
[[ad::differentiate(checkpointed)]]
double scatter(double *a, const int *where, int n, int steps, double c) {
  for (int t = 0; t < steps; ++t) {
    const int at = where[t % n];
    a[at] = std::sin(a[at] + c * a[(at + 3) % n]);
  }
  return a[1];
}

// Members of objects; of integers, which may be bit-fields, the object around them; beside a range that is known.
// CHECK-LABEL: double visits_checkpointed(
// CHECK:         ad::checkpoints snapshots(steps, writes, s, ad::kept(ad::range(u, n)));
// CHECK-NEXT:    for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:      snapshots.pass(t);
// CHECK-NEXT:      double sin_s = 0;
// CHECK-NEXT:      if (0 < n)
// CHECK-NEXT:        sin_s = std::sin(s);
// CHECK-NEXT:      for (int k = 0; k < n; ++k)
// CHECK-NEXT:        u[k] *= sin_s;
// CHECK-NEXT:      for (Cell *c = first; c; c = c->next) {
// CHECK-NEXT:        writes.keep(c);
// CHECK-NEXT:        ++c->visits;
// CHECK-NEXT:        writes.keep(&c->value);
// CHECK-NEXT:        c->value = c->value * s + u[0];
// CHECK-NEXT:        s += std::sin(c->value);
// CHECK-NEXT:      }
// CHECK-NEXT:    }
struct Cell {
  double value;
  unsigned visits : 20;
  Cell *next;
};
[[ad::differentiate(checkpointed)]]
double visits(Cell *first, double *u, int n, int steps) {
  double s = 1;
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      u[k] *= std::sin(s);
    for (Cell *c = first; c; c = c->next) {
      ++c->visits;
      c->value = c->value * s + u[0];
      s += std::sin(c->value);
    }
  }
  return s;
}

// What iterations only write to is no part of the state.
// CHECK-LABEL: double trace_checkpointed(
// CHECK:         ad::checkpoints s_snapshots(n, s);
// CHECK-NOT:     first_writes
// CHECK:         return
[[ad::differentiate(checkpointed)]]
double trace(int n, double *at, double x) {
  std::vector<double> history(n);
  double s = x;
  for (int i = 0; i < n; ++i) {
    s = std::sin(s);
    history[i] = s * s;
    if (i % 2)
      at[i] = s;
  }
  for (double h : history)
    s += h;
  return s;
}
