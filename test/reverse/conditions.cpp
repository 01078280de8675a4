// What the condition of a loop computes is a part of its iterations: in mode checkpointed, and where it
// has an adjoint.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

static double norm(const std::vector<double> &r) {
  double s = 0;
  for (double e : r)
    s += e * e;
  return s;
}

// Recorded, the norm is nothing that the reverse sweep needs.
// CHECK-LABEL: double asked_reverse(
// CHECK:         if (!(s > tol))
// CHECK-NEXT:      break;
// CHECK-NEXT:    ++trips;
// CHECK:       // reverse sweep
// CHECK:       for (; trips > 0; --trips) {
// CHECK-NEXT:    for (std::size_t k = 0; k < r_size; ++k)
// CHECK-NEXT:      r_bar[k] = 0.5 * std::cos(r_k_at[k]) * r_bar[k];
// CHECK-LABEL: double asked_checkpointed(
// CHECK:       ad::checkpoints r_snapshots(ad::unknown_steps, r);
// CHECK-NEXT:  while (true) {
// CHECK-NEXT:    r_snapshots.pass(trips);
// CHECK-NEXT:    ++trips;
// CHECK-NEXT:    double s = 0;
// CHECK:         if (!(s > tol))
// CHECK-NEXT:      break;
// CHECK:       for (; trips > 0; --trips) {
// CHECK-NEXT:    for (unsigned long k = r_snapshots.restore(trips - 1); k < trips - 1; ++k) {
// CHECK:         if (s > tol) {
[[ad::differentiate(reverse, checkpointed)]]
double asked(const std::vector<double> &x, double tol) {
  std::vector<double> r = x;
  while (norm(r) > tol)
    for (double &e : r)
      e = 0.5 * std::sin(e);
  return r[0];
}

// CHECK-LABEL: double used_reverse(
// CHECK:         d = s;
// CHECK-NEXT:    if (!(d > tol)) {
// CHECK-NEXT:      stopped = true;
// CHECK-NEXT:      break;
// CHECK:       for (; trips > 0; --trips) {
// CHECK-NEXT:    if (!stopped) {
// CHECK:         const double s_bar = d_bar;
// CHECK:         stopped = false;
[[ad::differentiate(reverse)]]
double used(const std::vector<double> &x, double tol) {
  std::vector<double> r = x;
  double d;
  while ((d = norm(r)) > tol)
    for (double &e : r)
      e *= 1 - 0.1 * d;
  return r[0] * d;
}
