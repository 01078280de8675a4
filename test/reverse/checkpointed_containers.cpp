// Mode checkpointed: vectors that are exchanged or grow are parts of the state, with their sizes where
// these change; of an object those members that change.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cmath>
#include <vector>

// CHECK:      double heat_checkpointed(
// CHECK:        ad::checkpoints snapshots(steps, next, u);
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     snapshots.pass(t);
// CHECK:          u.swap(next);
// CHECK:        // reverse sweep
// CHECK-NEXT:   std::vector<double> u_bar(u.size());
// CHECK-NEXT:   std::vector<double> next_bar(next.size());
// CHECK-NEXT:   u_bar[0] += heat_bar;
// CHECK-NEXT:   for (int t = steps; t-- > 0;) {
// CHECK-NEXT:     for (int k = snapshots.restore(t); k < t; ++k) {
// CHECK-NEXT:       snapshots.pass(k);
// CHECK:            u.swap(next);
// CHECK:          u.swap(next);
// CHECK:          u_bar.swap(next_bar);
// CHECK-NEXT:     for (int k = 0; k < n; ++k) {
[[ad::differentiate(checkpointed)]]
double heat(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), next(n);
  // REPORT: checkpointed_containers.cpp:[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'next', 'u'
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      next[k] = std::sin(u[k]) * u[(k + 1) % n];
    u.swap(next);
  }
  return u[0];
}

struct Walk {
  std::vector<double> path;
  double at = 0, scale = 1;
};
// CHECK:      double walk_checkpointed(
// CHECK:        ad::checkpoints snapshots(steps, w_at_1, ad::appended(w_path), w_path_size);
// CHECK:            w_path.push_back(w_at_1);
// CHECK:          w_path_bar.resize(w_path_size_1);
[[ad::differentiate(checkpointed)]]
double walk(double x, int steps) {
  Walk w;
  w.scale = x;
  for (int t = 0; t < steps; ++t) {
    w.at = std::sin(w.at + w.scale);
    if (t < 4) // an element for each step would be recorded: checkpointed_trajectories.cpp
      w.path.push_back(w.at);
  }
  return w.path.empty() ? x : w.path.back();
}

// Pointers lead into the vector from outside of the loop.
[[ad::differentiate(checkpointed)]]
double pointed(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), next(n);
  double *first = u.data();
  double s = 0;
  // REPORT: checkpointed_containers.cpp:[[@LINE+1]]:3: warning: 'pointed_checkpointed' records this loop, in memory that grows with its iterations: pointers lead into 'u', which gets other storage
  for (int t = 0; t < steps; ++t) {
    for (int k = 0; k < n; ++k)
      next[k] = std::sin(u[k]) * u[(k + 1) % n];
    u.swap(next);
    s += *first;
  }
  return s;
}
