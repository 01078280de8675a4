// An object with a map from new: its derivative is the tape's, and its map is brought to life there.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <map>
#include <memory>
struct Table {
  std::map<int, double> of;
};

// CHECK-LABEL: double filled_reverse(double x, double &x_bar, double y, double &y_bar, double filled_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    Table *t = new Table();
// CHECK-NEXT:    Table *t_bar = tape.owning_zeros<Table>();
// CHECK-NEXT:    ad::construct(t_bar->of);
// CHECK-NEXT:    double *const entry = &t->of[1];
// CHECK-NEXT:    double *const entry_bar = &t_bar->of[1];
// CHECK-NEXT:    *entry = x;
// CHECK-NEXT:    double *const entry_1 = &t->of[2];
// CHECK-NEXT:    double *const entry_1_bar = &t_bar->of[2];
// CHECK-NEXT:    *entry_1 = x * y;
// CHECK-NEXT:    double *const entry_2 = &t->of[1];
// CHECK-NEXT:    double *const entry_2_bar = &t_bar->of[1];
// CHECK-NEXT:    const double value = *entry_2;
// CHECK-NEXT:    double *const entry_3 = &t->of[2];
// CHECK-NEXT:    double *const entry_3_bar = &t_bar->of[2];
// CHECK-NEXT:    const double entry_3_1 = *entry_3;
// CHECK-NEXT:    const double value_1 = value * entry_3_1;
// CHECK-NEXT:    tape.delete_at_end(t);
// CHECK-NEXT:    const double value_1_bar = filled_bar;
// CHECK-NEXT:    const double value_bar = entry_3_1 * value_1_bar;
// CHECK-NEXT:    *entry_3_bar += value * value_1_bar;
// CHECK-NEXT:    *entry_2_bar += value_bar;
// CHECK-NEXT:    x_bar += y * *entry_1_bar;
// CHECK-NEXT:    y_bar += x * *entry_1_bar;
// CHECK-NEXT:    *entry_1_bar = 0;
// CHECK-NEXT:    x_bar += *entry_bar;
// CHECK-NEXT:    *entry_bar = 0;
// CHECK-NEXT:    return value_1;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double filled(double x, double y) {
  auto t = std::make_unique<Table>();
  t->of[1] = x;
  t->of[2] = x * y;
  return t->of[1] * t->of[2];
}
