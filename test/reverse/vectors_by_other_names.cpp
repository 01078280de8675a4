// Vectors that change their size by another name: adjoints on the tape, reached by a shadow pointer,
// which change their shape with them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

// CHECK-LABEL: double chosen_reverse(double x, double &x_bar, double y, double &y_bar, double chosen_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    std::vector<double> *a_bar = tape.object<std::vector<double>>();
// CHECK-NEXT:    std::vector<double> a;
// CHECK-NEXT:    ad::shape_like(*a_bar, a);
// CHECK-NEXT:    std::size_t b_size = 1;
// CHECK-NEXT:    std::vector<double> *b_bar = tape.object<std::vector<double>>();
// CHECK-NEXT:    std::vector<double> b(b_size);
// CHECK-NEXT:    ad::shape_like(*b_bar, b);
// CHECK-NEXT:    for (std::size_t k = 0; k < b_size; ++k)
// CHECK-NEXT:      b[k] = y;
// CHECK-NEXT:    std::vector<double> *const target = x > 1 ? &a : &b;
// CHECK-NEXT:    std::vector<double> *const target_bar = x > 1 ? a_bar : b_bar;
// CHECK-NEXT:    double value = x * y;
// CHECK-NEXT:    const std::size_t old_size = target->size();
// CHECK-NEXT:    target->push_back(value);
// CHECK-NEXT:    ad::follow_shape(tape, *target_bar, *target);
// CHECK-NEXT:    a.swap(b);
// CHECK-NEXT:    a_bar->swap(*b_bar);
// CHECK-NEXT:    const double chosen_value = a[0] * target->size();
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    (*a_bar)[0] += target->size() * chosen_bar;
// CHECK-NEXT:    a_bar->swap(*b_bar);
// CHECK-NEXT:    const double value_bar = (*target_bar)[old_size];
// CHECK-NEXT:    ad::restore_shape(tape, *target_bar);
// CHECK-NEXT:    x_bar += y * value_bar;
// CHECK-NEXT:    y_bar += x * value_bar;
// CHECK-NEXT:    double y_bar_sum = 0;
// CHECK-NEXT:    for (std::size_t k = 0; k < b_size; ++k) {
// CHECK-NEXT:  #pragma clang fp reassociate(on)
// CHECK-NEXT:      y_bar_sum += (*b_bar)[k];
// CHECK-NEXT:      (*b_bar)[k] = 0;
// CHECK-NEXT:    }
// CHECK-NEXT:    y_bar += y_bar_sum;
// CHECK-NEXT:    return chosen_value;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double chosen(double x, double y) {
  std::vector<double> a, b(1, y);
  std::vector<double> &to = x > 1 ? a : b;
  to.push_back(x * y);
  a.swap(b);
  return a[0] * to.size();
}
