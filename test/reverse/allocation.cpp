// Memory of the function's own: its shadow belongs to the tape, which also frees what the function
// frees.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "arrays.h"
#include <cstring>
#include <memory>

// CHECK:      double buffer_reverse(const double *x, double *x_bar, int n, double buffer_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK:        double *w = new double[n];
// CHECK-NEXT:   double *w_bar = tape.zeros<double>(n);
// CHECK:        tape.delete_array_at_end(w);
// CHECK-NEXT:   // reverse sweep
// CHECK:        w_bar[0] += w[n - 1] * s_bar;
// CHECK-NOT:    delete[]
// CHECK:      }
[[ad::differentiate(reverse)]] double buffer(const double *x, int n) {
  double *w = new double[n];
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  double s = w[0] * w[n - 1];
  delete[] w;
  return s;
}

// CHECK:      double copies_reverse(const double *x, double *x_bar, int n, double copies_bar) {
// CHECK:        for (std::size_t k = 0; k < 2; ++k)
// CHECK-NEXT:     a[k] = x[k];
// CHECK:        for (std::size_t k = 0; k < 2; ++k)
// CHECK-NEXT:     x_bar[k] += a_bar[k];
[[ad::differentiate(reverse)]] double copies(const double *x, int n) {
  double a[2];
  std::memcpy(a, x, sizeof a);
  return a[0] * a[1] * n;
}

struct Own {
  double *p;
  explicit Own(double v) : p(new double(v)) {}
  Own(const Own &o) : p(new double(*o.p)) {}
  ~Own() { delete p; }
};
Own squared(const Own &o) {
  Own r(o);
  *r.p *= *o.p;
  return r;
}

// An object with a destructor is storage; the destructor is a statement.
// CHECK:      double owner_reverse(
// CHECK:        ad::shadow<Own> a_storage;
// CHECK-NEXT:   Own &a = a_storage.value();
// CHECK:        double *const a_p = new double;
// CHECK:        a_bar.p = a_p_bar;
// CHECK:        b.p = b_p;
// CHECK:        tape.delete_at_end(b.p);
// CHECK-NEXT:   tape.delete_at_end(a.p);
[[ad::differentiate(reverse)]] double owner(const double *x, int n) {
  Own a(x[0] * n);
  Own b = squared(a);
  return *b.p * *a.p;
}

// CHECK:      double unique_reverse(
// CHECK:        double *w = new double[n]();
// CHECK:        tape.delete_array_at_end(w);
[[ad::differentiate(reverse)]] double unique(const double *x, int n) {
  auto w = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[0];
  return w[0] * w[n - 1];
}

#define CHECK_REVERSE(f)                                                                           \
  check({0.5, 1.5, -0.7}, 1, [](In x, Out y) { y[0] = f(x, 3); }, nullptr,                         \
        [](In x, Out x_bar, Out y, In y_bar) { y[0] = f##_reverse(x, x_bar, 3, y_bar[0]); })

int main() {
  CHECK_REVERSE(buffer);
  CHECK_REVERSE(copies);
  CHECK_REVERSE(owner);
  CHECK_REVERSE(unique);
  return finish();
}
