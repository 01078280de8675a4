// A rule by hand that takes null where an argument carries no derivative, alone and as a pair of
// sweeps; one that does not say so.
// RUN: %clang_ad_plugin -O1 -I %S/../programs %s -o %t
// RUN: %t
// RUN: not %clang_ad_plugin -w -DREFUSED -I %S/../programs -fsyntax-only %s 2>&1 | FileCheck %s
#include "vectors.h"
#include <ad/tape.h>

#ifdef REFUSED
#define _Nullable
#endif

extern "C" double weigh(int n, const double *a, const double *b);
double weigh_forward(int n, const double *a, const double *_Nullable a_dot, const double *b,
                     const double *_Nullable b_dot, double &dot) {
  dot = 0;
  for (int i = 0; i < n; ++i)
    dot += (a_dot ? a_dot[i] * b[i] : 0) + (b_dot ? a[i] * b_dot[i] : 0);
  return weigh(n, a, b);
}
double weigh_reverse(int n, const double *a, double *_Nullable a_bar, const double *b,
                     double *_Nullable b_bar, double bar) {
  for (int i = 0; i < n; ++i) {
    if (a_bar)
      a_bar[i] += b[i] * bar;
    if (b_bar)
      b_bar[i] += a[i] * bar;
  }
  return 0;
}
double weigh_forward_sweep(ad::tape &tape, int n, const double *a, double *_Nullable,
                           const double *b, double *_Nullable) {
  for (int i = 0; i < n; ++i) {
    tape.push(a[i]);
    tape.push(b[i]);
  }
  return weigh(n, a, b);
}
void weigh_reverse_sweep(ad::tape &tape, int n, const double *, double *_Nullable a_bar,
                         const double *, double *_Nullable b_bar, double bar) {
  for (int i = n; i-- > 0;) {
    const double b = tape.pop<double>(), a = tape.pop<double>();
    if (a_bar)
      a_bar[i] += b * bar;
    if (b_bar)
      b_bar[i] += a * bar;
  }
}

static const double weights[] = {1, 2, 3};

[[ad::differentiate(forward, reverse)]]
double total(const std::vector<double> &x) {
  double v[3] = {x[0], x[1], x[2]};
  // CHECK: error: cannot differentiate this call{{.*}}: {{.*}}argument {{.*}}carries no derivative
  double t = weigh(3, x.data(), weights) + weigh(3, weights, x.data());
  for (int i = 0; i < 3; ++i) {
    t += weigh(3, v, weights) * weigh(3, v, v);
    v[i] *= t;
  }
  return t;
}

#ifndef REFUSED
double weigh(int n, const double *a, const double *b) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}
int main() {
  CHECK_VECTOR(total, {0.3, 0.7, 1.1});
  return finish();
}
#endif
