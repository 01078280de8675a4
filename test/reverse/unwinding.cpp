// Destructors that change more than their object, where an exception passes them: what they do
// stands ahead of the throw; where a call throws, it is a function; what the library throws is
// attempted first.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <vector>

struct Sink {
  double &d;
  double w;
  ~Sink() { d += w * w; }
};
double power(double x, int n) {
  if (n > 3)
    throw 2;
  return n > 0 ? x * power(x, n - 1) : x;
}

// CHECK: {{^}}static void f_unwinding(double *x, double w) { x[0] += w * w; }
// CHECK-LABEL: double f_forward(
// CHECK: if (n < 0) {
// CHECK-NEXT: x_dot[0] += 2 * s.w * s_dot.w;
// CHECK-NEXT: x[0] += s.w * s.w;
// CHECK-NEXT: throw 1;
// CHECK: ad::guarded([&] { return power_forward(x[1], x_dot[1], n, power_value_dot); },
// CHECK-NEXT: [&] { f_unwinding(x, s.w); });
// CHECK-LABEL: double f_reverse(
// CHECK: if (n < 0) {
// CHECK-NEXT: x[0] += s.w * s.w;
// CHECK-NEXT: throw 1;
// CHECK: ad::guarded([&] { return power_forward_sweep(tape, x[1], n); }, [&] { f_unwinding(x, s.w); });
[[ad::differentiate(forward, reverse)]]
double f(double *x, int n) {
  Sink s{x[0], x[1]};
  if (n < 0)
    throw 1;
  return power(x[1], n);
}

// CHECK-LABEL: double g_forward(
// CHECK: const int caught = g_attempt(v, i, thrown);
// CHECK-NEXT: if (caught != 0) {
// CHECK-NEXT: x_dot += 2 * s.w * s_dot.w;
// CHECK-NEXT: x += s.w * s.w;
// CHECK-NEXT: shared.delete_at_end(thrown);
// CHECK-NEXT: std::rethrow_exception(*thrown);
// CHECK-NEXT: }
// CHECK-NEXT: (void)v.at(i);
[[ad::differentiate(forward)]]
double g(const std::vector<double> &v, double &x, int i) {
  Sink s{x, v[0]};
  return v.at(i);
}

// The throw is a jump, behind the destructor.
// CHECK-LABEL: double h_forward(
// CHECK: if (y > x) {
// CHECK-NEXT: t_dot += 2 * s.w * s_dot.w;
// CHECK-NEXT: t += s.w * s.w;
// CHECK-NEXT: caught = 1;
[[ad::differentiate(forward)]]
double h(double x, double y) {
  double t = 0;
  try {
    Sink s{t, x};
    if (y > x)
      throw 1;
    t += y;
  } catch (int) {
    t *= y;
  }
  return t;
}
