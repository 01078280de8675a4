// Numbers that are read from a stream carry no derivative.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <sstream>
#include <string>
[[ad::differentiate(reverse)]]
double read(double x, const std::string &text) {
  std::istringstream in(text);
  double step, sum = 0;
  while (in >> step)
    sum += step * x * x;
  return sum;
}

// CHECK-LABEL: double read_reverse(double x, double &x_bar, const std::string &text, double read_bar) {
// CHECK-NEXT: ad::tape tape;
// CHECK-NEXT: // forward sweep
// CHECK-NEXT: std::istringstream in(text);
// CHECK-NEXT: unsigned long trips = 0;
// CHECK-NEXT: double sum = 0;
// CHECK-NEXT: double step;
// CHECK-NEXT: while (true) {
// CHECK-NEXT: bool value;
// CHECK-NEXT: tape.push(step);
// CHECK-NEXT: value = static_cast<bool>(in >> step);
// CHECK-NEXT: if (!value)
// CHECK-NEXT: break;
// CHECK-NEXT: ++trips;
// CHECK-NEXT: sum += step * x * x;
// CHECK-NEXT: }
// CHECK-NEXT: // reverse sweep
// CHECK-NEXT: const double sum_bar = read_bar;
// CHECK-NEXT: step = tape.pop<double>();
// CHECK-NEXT: for (; trips > 0; --trips) {
// CHECK-NEXT: x_bar += 2 * x * sum_bar * step;
// CHECK-NEXT: step = tape.pop<double>();
// CHECK-NEXT: }
// CHECK-NEXT: return sum;
// CHECK-NEXT: }
