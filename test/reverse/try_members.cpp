// What handlers read of exceptions with bases of the library's: a variable beside them.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
#include <cmath>
#include <stdexcept>

struct OutOfDomain : std::runtime_error {
  double at;
  OutOfDomain(const char *what, double a) : std::runtime_error(what), at(a) {}
};

double logarithm(double x) {
  if (x <= 0)
    throw OutOfDomain("logarithm", x);
  return std::log(x);
}

[[ad::differentiate(reverse)]]
double f(double x) {
  double r = 0;
  try {
    r = logarithm(x - 1);
  } catch (const OutOfDomain &e) {
    r = -e.at * e.at;
  }
  return r;
}
// CHECK-LABEL: double f_reverse(
// CHECK:         double e_at = 0;
// CHECK:         if (x_1 <= 0) {
// CHECK-NEXT:      const double a = x_1;
// CHECK-NEXT:      e_at = a;
// CHECK-NEXT:      caught = 1;
// CHECK-NEXT:    } else {
// CHECK-NEXT:      r = std::log(x_1);
// CHECK-NEXT:    }
// CHECK-NEXT:    if (caught == 1)
// CHECK-NEXT:      r = -e_at * e_at;
// CHECK-NEXT:    double r_bar = f_bar;
// CHECK-NEXT:    double e_at_bar = 0;
// CHECK-NEXT:    if (caught == 1) {
// CHECK-NEXT:      e_at_bar -= 2 * e_at * r_bar;
// CHECK-NEXT:      r_bar = 0;
// CHECK-NEXT:    }
