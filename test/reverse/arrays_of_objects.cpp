// An array of objects is made by their constructor, said again element by element.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
struct Particle {
  double x = 0, m = 1;
};

// CHECK-LABEL: double f_reverse(
// CHECK: Particle ps[3];
// CHECK-NEXT: for (std::size_t k = 0; k < 3; ++k) {
// CHECK-NEXT: ps[k].x = 0;
// CHECK-NEXT: ps[k].m = 1;
// CHECK-NEXT: }
// CHECK: ad::shadow<Particle[3]> ps_bar_storage;
[[ad::differentiate(reverse)]]
double f(const double *x, int n) {
  Particle ps[3];
  for (int i = 0; i < 3; ++i) {
    ps[i].x = x[i];
    ps[i].m += x[i] * ps[0].x;
  }
  double s = 0;
  for (const Particle &p : ps)
    s += p.m * p.x * p.x;
  return s;
}
