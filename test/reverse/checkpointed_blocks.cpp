// What iterations allocate and hand on to others is of a block store, of which snapshots are made:
// an iteration that is run again gets the same addresses.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>

[[ad::differentiate(checkpointed)]]
double steps(double x, int n) {
  double *u = new double[2];
  u[0] = u[1] = x;
  for (int t = 0; t < n; ++t) {
    double *next = new double[2]();
    for (int i = 0; i < 2; ++i)
      next[i] += std::sin(u[1 - i]);
    delete[] u;
    u = next;
  }
  const double s = u[0];
  delete[] u;
  return s;
}

// CHECK: // steps_checkpointed: adjoint, in bounded memory, of steps (checkpointed_blocks.cpp:7)
// CHECK-NEXT: double steps_checkpointed(double x, double &x_bar, int n, double steps_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   ad::block_store blocks;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *u = new double[2];
// CHECK-NEXT:   double *u_bar = tape.zeros<double>(2);
// CHECK-NEXT:   u[1] = x;
// CHECK-NEXT:   u[0] = u[1];
// CHECK-NEXT:   ad::checkpoints snapshots(n, blocks, u_bar, u);
// CHECK-NEXT:   snapshots.pass(0);
// CHECK-NEXT:   for (int t = 0; t < n; ++t) {
// CHECK-NEXT:     snapshots.pass(t);
// CHECK-NEXT:     blocks.begin_iteration();
// CHECK-NEXT:     double *next = blocks.zeros<double>(2);
// CHECK-NEXT:     double *next_bar = blocks.adjoint(next);
// CHECK-NEXT:     for (int i = 0; i < 2; ++i)
// CHECK-NEXT:       next[i] += std::sin(u[1 - i]);
// CHECK-NEXT:     blocks.delete_array_with_iteration(u);
// CHECK-NEXT:     u_bar = next_bar;
// CHECK-NEXT:     u = next;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double s = u[0];
// CHECK-NEXT:   blocks.delete_array_at_end(u);
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_bar = steps_bar;
// CHECK-NEXT:   u_bar[0] += s_bar;
// CHECK-NEXT:   for (int t = n; t-- > 0;) {
// CHECK-NEXT:     for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       snapshots.pass(k);
// CHECK-NEXT:       blocks.begin_iteration();
// CHECK-NEXT:       double *next_1 = blocks.zeros<double>(2);
// CHECK-NEXT:       double *next_bar_1 = blocks.adjoint(next_1);
// CHECK-NEXT:       for (int i_1 = 0; i_1 < 2; ++i_1)
// CHECK-NEXT:         next_1[i_1] += std::sin(u[1 - i_1]);
// CHECK-NEXT:       blocks.delete_array_with_iteration(u);
// CHECK-NEXT:       u_bar = next_bar_1;
// CHECK-NEXT:       u = next_1;
// CHECK-NEXT:     }
// CHECK-NEXT:     blocks.begin_iteration();
// CHECK-NEXT:     double *u_bar_1 = u_bar;
// CHECK-NEXT:     double *u_1 = u;
// CHECK-NEXT:     double *next = blocks.zeros<double>(2);
// CHECK-NEXT:     double *next_bar = blocks.adjoint(next);
// CHECK-NEXT:     double u_1_i_at[2];
// CHECK-NEXT:     for (int i = 0; i < 2; ++i) {
// CHECK-NEXT:       u_1_i_at[i] = u_1[1 - i];
// CHECK-NEXT:       next[i] += std::sin(u_1[1 - i]);
// CHECK-NEXT:     }
// CHECK-NEXT:     blocks.delete_array_with_iteration(u_1);
// CHECK-NEXT:     double *const u_bar_before = u_bar_1;
// CHECK-NEXT:     u_bar_1 = next_bar;
// CHECK-NEXT:     u_1 = next;
// CHECK-NEXT:     u_bar = u_bar_1;
// CHECK-NEXT:     u = u_1;
// CHECK-NEXT:     for (int i = 2; i-- > 0;)
// CHECK-NEXT:       u_bar_before[1 - i] += std::cos(u_1_i_at[i]) * next_bar[i];
// CHECK-NEXT:     blocks.end_reversal();
// CHECK-NEXT:   }
// CHECK-NEXT:   snapshots.rewind();
// CHECK-NEXT:   u_bar[1] += u_bar[0];
// CHECK-NEXT:   u_bar[0] = 0;
// CHECK-NEXT:   x_bar += u_bar[1];
// CHECK-NEXT:   u_bar[1] = 0;
// CHECK-NEXT:   return s;
// CHECK-NEXT: }
