// Loops that Clang must vectorise in reverse companions, found by what its remarks quote: dense layers
// and gates in both directions, the triangular product of a mixture and a double-buffered stencil, with
// their adjoints: sums, which may be formed in any order, and additions to neighbours, which are gathered.
// RUN: rm -rf %t && mkdir %t
// RUN: %ad_rewrite %s -- -std=c++17 > %t/rewritten.cpp
// RUN: %clangxx -std=c++17 -O3 -gmlt -w -Rpass=loop-vectorize -I %source/runtime/include -c \
// RUN:   %t/rewritten.cpp -o %t/rewritten.o 2> %t/remarks
// RUN: FileCheck %s --check-prefix=DENSE < %t/remarks
// RUN: FileCheck %s --check-prefix=TRIANGLE < %t/remarks
// RUN: FileCheck %s --check-prefix=STENCIL < %t/remarks
// RUN: FileCheck %s --check-prefix=GATES < %t/remarks
constexpr int width = 64;

// The adjoint of the first layer, and that of the second, which is fused.
// DENSE-DAG: for (int i = 0; i < width; ++i)
// DENSE-DAG: for (int i = 0; i < width; ++i) {
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

// That of the primal, that of the companion, and the adjoint of it.
// TRIANGLE-DAG: for (int row = column + 1; row < d; ++row){{$}}
// TRIANGLE-DAG: for (int row = column + 1; row < d; ++row){{$}}
// TRIANGLE-DAG: for (int row = column + 1; row < d; ++row) {
[[ad::differentiate(reverse)]]
double triangle(const double *l, const double *x, int n, int d) {
  double total = 0;
  for (int i = 0; i < n; ++i) {
    double z[32];
    for (int row = 0; row < d; ++row)
      z[row] = x[i * d + row];
    for (int column = 0; column < d; ++column)
      for (int row = column + 1; row < d; ++row)
        z[row] += l[column * d + row] * x[i * d + column];
    for (int row = 0; row < d; ++row)
      total += z[row] * z[row];
  }
  return total;
}

// The same; the adjoint is one loop that keeps what neighbours get, one that gathers it, and one for
// the copy.
// STENCIL-DAG: for (int i = 1; i < n - 1; ++i){{$}}
// STENCIL-DAG: for (int i = 1; i < n - 1; ++i){{$}}
// STENCIL-DAG: for (int i = 1; i < n - 1; ++i){{$}}
// STENCIL-DAG: for (int i = 1; i < n - 1; ++i) {
// STENCIL-DAG: for (int i = 1; i < n - 1; ++i) {
[[ad::differentiate(reverse)]]
double stencil(const double *start, int n, int steps) {
  double u[512], next[512];
  for (int i = 0; i < n; ++i)
    u[i] = next[i] = start[i];
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      u[i] = next[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += u[i] * i;
  return sum;
}

// The objective, the forward sweep and the reverse sweep.
// GATES-COUNT-3: for (int j = 0; j < cells; ++j) {
[[ad::differentiate(reverse)]]
double gates(const double *a, int cells) {
  double memory[64], sum = 0;
  for (int j = 0; j < cells; ++j) {
    const double input = 1 / (1 + a[j] * a[j]), forget = 1 / (2 + a[cells + j] * a[cells + j]);
    memory[j] = input * a[2 * cells + j] + forget;
  }
  for (int j = 0; j < cells; ++j)
    sum += memory[j] * memory[j] * memory[j];
  return sum;
}
