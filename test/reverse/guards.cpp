// What branches ask of a subscript says how far it goes: arrays are told apart on entry by what is
// really read, not by what the loops around would come to.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

// CHECK-LABEL: double layer_reverse(
// CHECK-NEXT:                     double *out_bar, int n, double layer_bar) {
// CHECK-NEXT:    if (ad::overlap(im, ad::saturated(n) * n, out, n * n) || ad::overlap(w, 9, out, n * n))
[[ad::differentiate(reverse)]]
double layer(const double *im, const double *w, double *out, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double s = 0.1;
      for (int p = 0; p < 3; ++p)
        for (int q = 0; q < 3; ++q) {
          const int y = i + p - 1, x = j + q - 1;
          if (y < 0 || y >= n || x < 0 || x >= n)
            continue;
          s += w[p * 3 + q] * im[y * n + x];
        }
      out[i * n + j] = s * s;
    }
  double e = 0;
  for (int k = 0; k < n * n; ++k)
    e += out[k] * out[k];
  return e;
}

// One end by the branch, the other one by the loop; and a difference.
// CHECK-LABEL: void taps_reverse(
// CHECK:         if (ad::overlap(x, n, y, n) || ad::overlap(y, n, w, taps))
[[ad::differentiate(reverse)]]
void taps(const double *x, double *y, const double *w, int n, int taps) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < taps; ++k)
      if (i >= k)
        y[i] += w[k] * x[i - k];
}
