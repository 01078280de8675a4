// A function that is known where it is called is called itself; one that is chosen at run time is
// looked up among those of its type whose address the file takes.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
double square(double x) { return x * x; }
double third(double x) { return x / 3; }
double apply(double (*f)(double), double x) { return f(x) * x; }

[[ad::differentiate(reverse)]]
double known(double x) { return apply(square, x); }
// CHECK-LABEL: double known_reverse(double x, double &x_bar, double known_bar) {
// CHECK-NEXT:   x_bar += 3 * x * x * known_bar;
// CHECK-NEXT:   return x * x * x;

[[ad::differentiate(reverse)]]
double chosen(double x, bool b) { return (b ? square : third)(x); }
// CHECK-LABEL: static double call_pointer_forward_sweep(ad::tape &tape, double (*function)(double),
// CHECK:      const int which = function == square ? 0 : function == third ? 1 : -1;
// CHECK-NEXT: switch (which) {
// CHECK:      default:
// CHECK-NEXT:   ad::__throw_unknown_target(
// CHECK-LABEL: double chosen_reverse(double x, double &x_bar, bool b, double chosen_bar) {
// CHECK:      call_pointer_forward_sweep(tape, b ? square : third, x);
// CHECK:      call_pointer_reverse_sweep(tape, b ? square : third, x, x_bar,
