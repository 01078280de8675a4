// Loops of reverse companions that Clang must vectorise, by the lines of the printed companion: the
// layers of a network, the triangular product of a mixture, gates, and a double-buffered stencil.
// REQUIRES: x86-registered-target
// RUN: rm -rf %t && mkdir %t
// RUN: %clang_ad %s -- -std=c++17 > %t/rewritten.cpp
// RUN: %clangxx -std=c++17 -O3 -gmlt -w -Rpass=loop-vectorize -I %source/runtime/include -c \
// RUN:   %t/rewritten.cpp -o %t/rewritten.o 2> %t/remarks
// RUN: FileCheck %s < %t/remarks
constexpr int width = 64;

// CHECK: remark: vectorized loop
// CHECK-NEXT: for (int i_1 = 0; i_1 < width; ++i_1) {
[[ad::differentiate(reverse)]]
double dense(const double *w, [[ad::constant]] const double *x, int batch) {
  double loss = 0;
  for (int b = 0; b < batch; ++b) {
    double layer[width];
    for (int j = 0; j < width; ++j) {
      double sum = 0;
      for (int i = 0; i < width; ++i)
        sum += w[j * width + i] * x[b * width + i];
      layer[j] = sum > 0 ? sum : 0;
    }
    for (int j = 0; j < width; ++j) {
      double out = 0;
      for (int i = 0; i < width; ++i)
        out += w[(width + j) * width + i] * layer[i];
      loss += out * out;
    }
  }
  return loss;
}
