// A function whose body is elsewhere and that overwrites memory is reversed by its pair of sweeps.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I %S/Inputs/sweeps %s %S/Inputs/sweeps/relax.cpp -o %t
// RUN: %t
// RUN: %clang_ad_plugin -O2 -I %S/Inputs/sweeps -c %S/Inputs/sweeps/relax.cpp -o %t.o
// RUN: %clang_ad_plugin -O2 -I %S/Inputs/sweeps %s %t.o -o %t && %t
// RUN: %clang_ad_plugin -I %S/Inputs/sweeps -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include "relax.h"
#include "ad/check.h"
#include "ad/tape.h"
#include <cmath>
#include <cstdio>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double twice(const double *p, int n) {
  double x[4] = {p[0], p[1], p[2], p[3]};
  Medium m = {p[4], p[5]};
  Filter filter;
  relax(x, 4, m);
  double r = filter.step(x[2]) * measure::norm(x, 4);
  relax(x, 4, m);
  filter.gain *= m.gain;
  for (int i = 0; i < n; ++i)
    r += p[i] * x[i % 4] * filter.step(m.damping);
  return r;
}
// CHECK: void relax_forward_sweep(ad::tape &tape, double *x, double *x_bar, int n, Medium &m, Medium &m_bar);
// CHECK: void relax_reverse_sweep(ad::tape &tape, double *x, double *x_bar, int n, Medium &m, Medium &m_bar);
// CHECK-LABEL: double twice_reverse(
// CHECK: relax_forward_sweep(tape, x, x_bar, 4, m, m_bar);
// CHECK: measure::norm_forward_sweep(tape,
// CHECK: relax_forward_sweep(
// CHECK: // reverse sweep
// CHECK: relax_reverse_sweep(
// CHECK: measure::norm_reverse_sweep(tape,
// CHECK: relax_reverse_sweep(tape, x, x_bar, 4, m, m_bar);

// A pair by hand: this body is never seen. y[i] := y[i]^2.
void square_all(double *y, int n);
void square_all_forward(double *y, double *y_dot, int n) {
  for (int i = 0; i < n; ++i)
    y_dot[i] *= 2 * y[i];
  square_all(y, n);
}
void square_all_forward_sweep(ad::tape &tape, double *y, double *, int n) {
  for (int i = 0; i < n; ++i)
    tape.push(y[i]);
  square_all(y, n);
}
void square_all_reverse_sweep(ad::tape &tape, double *, double *y_bar, int n) {
  for (int i = n; i-- > 0;)
    y_bar[i] *= 2 * tape.pop<double>();
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double powers(const double *p, int n) {
  double y[3] = {p[0], p[1], p[2]};
  square_all(y, 3);
  y[0] *= y[1];
  square_all(y, 3);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += y[i] * p[i];
  return s;
}
// CHECK-LABEL: double powers_reverse(
// CHECK: square_all_forward_sweep(tape, y, y_bar, 3);
// CHECK: square_all_reverse_sweep(tape, y, y_bar, 3);
void square_all(double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= y[i];
}

// Overwritten afterwards, but for the first element, to which the pointer leads.
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double in_part(const double *p, int n) {
  double x[4] = {p[0], p[1], p[2], p[3]};
  const double r = measure::norm(x, 4);
  x[3] = 5 * r * p[n - 1];
  return r * x[3];
}
// CHECK-LABEL: double in_part_reverse(
// CHECK: measure::norm_forward_sweep(tape,
// CHECK: measure::norm_reverse_sweep(tape,

int main() {
  int bad = 0;
  double q[] = {0.3, 0.5, 0.7, 0.9};
  if (ad::check_result r = ad::check_gradient(in_part, in_part_reverse, in_part_forward, q, 4); !r)
    std::puts(r.message()), ++bad;
  double p[] = {0.3, 0.5, 0.7, 0.9, 1.1, 0.4};
  if (ad::check_result r = ad::check_gradient(twice, twice_reverse, twice_forward, p, 6); !r)
    std::puts(r.message()), ++bad;
  if (ad::check_result r = ad::check_gradient(powers, powers_reverse, powers_forward, p, 3); !r)
    std::puts(r.message()), ++bad;
  return bad;
}
