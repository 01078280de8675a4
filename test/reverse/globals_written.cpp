// A global that a function writes is a local variable in its companion, and written back.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
static double energy, forces[2];
static int steps;

static void step(double x) {
  forces[steps % 2] += x;
  energy += x * x;
  ++steps;
}

// CHECK-LABEL: double f_reverse(double x, double &x_bar, double f_bar) {
// CHECK:        double forces_here[2];
// CHECK-NEXT:   for (std::size_t k = 0; k < 2; ++k)
// CHECK-NEXT:     forces_here[k] = forces[k];
// CHECK-DAG:    int steps_here = 0;
// CHECK-DAG:    double energy_here = 1;
// CHECK:        forces_here[steps_here % 2] += x;
// CHECK-NEXT:   energy_here += x * x;
// CHECK-NEXT:   ++steps_here;
// CHECK-NEXT:   energy = energy_here;
// CHECK-NEXT:   __builtin_memcpy(forces, forces_here, sizeof(forces));
// CHECK-NEXT:   steps = steps_here;
// CHECK:        // reverse sweep
// CHECK-NEXT:   const double energy_here_bar = forces_here[0] * steps_here * f_bar;
[[ad::differentiate(reverse)]]
double f(double x) {
  steps = 0;
  energy = 1;
  step(x);
  return energy * forces[0] * steps;
}

// What leads into such a global is refused before anything has happened.
static double largest;
[[ad::differentiate(reverse)]]
void raise(const double *x, double &out) {
  largest = x[0] * x[1];
  out = largest * largest;
}
// CHECK-LABEL: void raise_reverse(
// CHECK: if (ad::overlap(x, 1, &largest, 1))
// CHECK: ad::__throw_unknown_target(
// CHECK: if (ad::overlap(&out, 1, &largest, 1))
// CHECK: double largest_here = x_0 * x_1;
// CHECK: largest = largest_here;
