// The shadow of a copied object with a vector of pointers gets as many of them.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <vector>

struct Taps {
  std::vector<const double *> at;
  double gain;
};

// CHECK-LABEL: double copied_reverse(
// CHECK:        Taps v = w;
// CHECK:        v_bar.at.resize(w.at.size());
// CHECK-NEXT:   for (std::size_t k = 0; k < v_bar.at.size(); ++k)
// CHECK-NEXT:     v_bar.at[k] = const_cast<double *>(w_bar.at[k]);
[[ad::differentiate(reverse)]]
double copied(const double *x) {
  Taps w{};
  w.gain = x[0];
  w.at.push_back(&x[1]);
  Taps v = w;
  v.at.push_back(&x[2]);
  return *w.at[0] * *v.at[1] * *v.at[0] * v.gain;
}
