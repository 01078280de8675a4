// A loop that looks for something carries no derivative: the iteration that found it last is run
// once more behind it, and that is reversed. Nothing is recorded of the others.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print \
// RUN:   -fplugin-arg-ad-dump=verify | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck --check-prefix=REPORT %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-search \
// RUN:   | FileCheck --check-prefix=OFF %s
#include <cmath>

// CHECK-NOT: verify:
// CHECK:      double nearest_reverse(
// CHECK-NOT:    tape
// CHECK:          double least = 1e9;
// CHECK-NEXT:     bool found = false;
// CHECK-NEXT:     int i_found = 0;
// CHECK-NEXT:     double least_found = least;
// CHECK-NEXT:     for (int i = 0; i < n; ++i) {
// CHECK-NEXT:       const double apart = x[i] - at[k];
// CHECK-NEXT:       if (!(apart < 0)) {
// CHECK-NEXT:         const double far = std::sqrt(apart);
// CHECK-NEXT:         if (far < least_found) {
// CHECK-NEXT:           least_found = far;
// CHECK-NEXT:           found = true;
// CHECK-NEXT:           i_found = i;
// CHECK:          if (found) {
// CHECK-NEXT:       const double apart_1 = x[i_found] - at[k];
// CHECK-NEXT:       far_1 = std::sqrt(apart_1);
// CHECK-NEXT:       least = least_found;
// CHECK-NEXT:     }
// CHECK:          if (found) {
// CHECK-NEXT:       const double far_1_bar = least_bar;
// CHECK:            x_bar[i_found] += apart_1_bar;
// CHECK-NOT:      for
// CHECK:        return sum;
// OFF-LABEL:  double nearest_reverse(
// OFF:          tape.push(
[[ad::differentiate(reverse)]]
double nearest(const double *x, [[ad::constant]] const double *at, int n, int m) {
  double sum = 0;
  for (int k = 0; k < m; ++k) {
    double least = 1e9;
    // REPORT: searches.cpp:[[@LINE+1]]:5: remark: this loop searches: only the iteration that finds something last is reversed, and run once more for that
    for (int i = 0; i < n; ++i) {
      const double apart = x[i] - at[k];
      if (apart < 0)
        continue;
      const double far = std::sqrt(apart);
      if (far < least)
        least = far;
    }
    sum += least;
  }
  return sum;
}

// What is found is made of what was found before: every step counts.
// CHECK:      double chain_reverse(
// CHECK-NOT:    found
// CHECK:        return chain_value;
// REPORT-NOT: remark: this loop searches
[[ad::differentiate(reverse)]] double chain(const double *x, int n) {
  double most = 1;
  for (int i = 0; i < n; ++i)
    if (std::sin(x[i]) * most > most)
      most = std::sin(x[i]) * most;
  return most;
}

// What is found is used for more than to compare with.
// CHECK:      double summed_reverse(
// CHECK-NOT:    found
// CHECK:        return sum
[[ad::differentiate(reverse)]] double summed(const double *x, int n) {
  double most = 1, sum = 0;
  for (int i = 0; i < n; ++i) {
    if (std::sin(x[i]) > most)
      most = std::sin(x[i]);
    sum += most * x[i];
  }
  return sum;
}

// A number that the loop changes makes it another one.
// CHECK:      double changed_reverse(
// CHECK-NOT:    found
// CHECK:        return most
[[ad::differentiate(reverse)]] double changed(const double *x, int n) {
  double most = 1, scale = 1;
  for (int i = 0; i < n; ++i) {
    scale *= 1.5;
    if (std::sin(scale * x[i]) > most)
      most = std::sin(scale * x[i]);
  }
  return most;
}
