// A small array that each iteration fills and then reads is kept as a whole, in a row of its own:
// what records of every read would hold, once. Bounds may be the names of constants.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-hold \
// RUN:   | FileCheck %s --check-prefix=OFF
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REPORT
#include <cmath>

static const int states = 4;
constexpr int measured = states / 2;

// The copy is made when the last element is there; adjoints read it.
// CHECK:      double filter_reverse(
// CHECK:        double **gain_at = tape.array<double>(steps, 8);
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     double gain[4][2];
// CHECK:              gain[i][j] = x_i * q[j];
// CHECK-NEXT:     }
// CHECK-NEXT:     double *gain_then = gain_at[t];
// CHECK-NEXT:     for (int k = 0; k < 4; ++k) {
// CHECK-NEXT:       for (int k_1 = 0; k_1 < 2; ++k_1)
// CHECK-NEXT:         gain_then[k * 2 + k_1] = gain[k][k_1];
// CHECK-NEXT:     }
// CHECK:        // reverse sweep
// CHECK:          double *gain_then = gain_at[t];
// CHECK:              gain_bar[i][j] += 2 * gain_then[i * 2 + j] * next_bar;
// OFF:        double filter_reverse(
// OFF-NOT:      gain_then
// REPORT:     kept_in_rows.cpp:[[#@LINE+8]]:5: remark: {{.*}}the elements of 'gain' are kept behind
// REPORT-SAME: 8 per iteration
[[ad::differentiate(reverse)]] double filter(const double *q, int steps) {
  double x[states];
  for (int i = 0; i < states; ++i)
    x[i] = q[i];
  for (int t = 0; t < steps; ++t) {
    double gain[states][measured];
    for (int i = 0; i < states; ++i)
      for (int j = 0; j < measured; ++j)
        gain[i][j] = x[i] * q[j];
    for (int i = 0; i < states; ++i) {
      double next = 0;
      for (int j = 0; j < measured; ++j)
        next += gain[i][j] * gain[i][j];
      x[i] = next;
    }
  }
  return x[0];
}

// Not where it would cost more than it saves: one element of many is read.
// CHECK:      double first_reverse(
// CHECK-NOT:    row_then
// CHECK:      // reverse sweep
[[ad::differentiate(reverse)]] double first(const double *q, int steps) {
  double x = q[0];
  for (int t = 0; t < steps; ++t) {
    double row[8];
    for (int i = 0; i < 8; ++i)
      row[i] = x * q[i];
    for (int i = 0; i < 2; ++i)
      x += std::sin(x) * row[0];
  }
  return x;
}

// Nor where the array is set once more behind what reads it: that is another version.
// CHECK:      double versions_reverse(
// CHECK-NOT:    row_then
// CHECK:      // reverse sweep
[[ad::differentiate(reverse)]] double versions(const double *q, int steps) {
  double x = q[0];
  for (int t = 0; t < steps; ++t) {
    double row[2];
    for (int i = 0; i < 2; ++i)
      row[i] = x * q[i];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        x += row[i] * row[j];
        row[j] = x;
      }
  }
  return x;
}

// Nor where iterations may end early.
// CHECK:      double left_reverse(
// CHECK-NOT:    row_then = row_at
// CHECK:      // reverse sweep
[[ad::differentiate(reverse)]] double left(const double *q, int steps) {
  double x = q[0];
  for (int t = 0; t < steps; ++t) {
    double row[2];
    for (int i = 0; i < 2; ++i)
      row[i] = x * q[i];
    if (x > 100)
      break;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        x += row[i] * row[j];
  }
  return x;
}

// What is read before it is filled anew is copied for that loop; what is read behind, in the row.
// CHECK:      double recurrent_reverse(
// CHECK:        double **h_at = tape.array<double>(steps, 4);
// CHECK:        for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     double *h_then_1 = h_then_1_at[t];
// CHECK:              sum += w[j * states + i] * h_then_1[i];
// CHECK:        // reverse sweep
[[ad::differentiate(reverse)]] double recurrent(const double *w, int steps) {
  double h[states];
  for (int i = 0; i < states; ++i)
    h[i] = w[i];
  double loss = 0;
  for (int t = 0; t < steps; ++t) {
    double g[states];
    for (int j = 0; j < states; ++j) {
      double sum = 0;
      for (int i = 0; i < states; ++i)
        sum += w[j * states + i] * h[i];
      g[j] = sum;
    }
    for (int j = 0; j < states; ++j)
      h[j] = std::tanh(g[j]);
    double out = 0;
    for (int j = 0; j < states; ++j)
      out += w[j] * h[j];
    loss += out * out;
  }
  return loss;
}
