// A vector that new makes, or std::make_unique: a vector like any other behind a pointer.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>
#include <vector>

// CHECK-LABEL: double doubled_forward(double x, double x_dot, int n, double &doubled_dot) {
// CHECK-NEXT:    const double x_1 = x;
// CHECK-NEXT:    const double x_1_dot = x_dot;
// CHECK-NEXT:    std::vector<double> *p = new std::vector<double>;
// CHECK-NEXT:    std::vector<double> *p_dot = new std::vector<double>();
// CHECK-NEXT:    const std::size_t count = n;
// CHECK-NEXT:    const double fill = x_1;
// CHECK-NEXT:    const double fill_dot = x_1_dot;
// CHECK-NEXT:    p_dot->resize(count);
// CHECK-NEXT:    p->resize(count);
// CHECK-NEXT:    for (std::size_t k = 0; k < count; ++k) {
// CHECK-NEXT:      (*p_dot)[k] = fill_dot;
// CHECK-NEXT:      (*p)[k] = fill;
// CHECK-NEXT:    }
// CHECK-NEXT:    (*p_dot)[0] *= 2;
// CHECK-NEXT:    (*p)[0] *= 2;
// CHECK-NEXT:    const double value = (*p)[0] * (*p)[p->size() - 1];
// CHECK-NEXT:    const double value_dot = (*p_dot)[0] * (*p)[p->size() - 1] + (*p)[0] * (*p_dot)[p->size() - 1];
// CHECK-NEXT:    delete p_dot;
// CHECK-NEXT:    delete p;
// CHECK-NEXT:    doubled_dot = value_dot;
// CHECK-NEXT:    return value;
// CHECK-NEXT:  }
[[ad::differentiate(forward)]]
double doubled(double x, int n) {
  auto p = std::make_unique<std::vector<double>>(n, x);
  (*p)[0] *= 2;
  return p->front() * p->back();
}

// CHECK-LABEL: double copied_reverse(const std::vector<double> &v, std::vector<double> &v_bar, double copied_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(v_bar, v);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    std::vector<double> *p = new std::vector<double>;
// CHECK-NEXT:    std::vector<double> *p_bar = tape.owning_zeros<std::vector<double>>();
// CHECK-NEXT:    *p = v;
// CHECK-NEXT:    ad::follow_shape(tape, *p_bar, *p);
// CHECK-NEXT:    (*p)[0] *= 2;
// CHECK-NEXT:    const double s = (*p)[0] * (*p)[p->size() - 1];
// CHECK-NEXT:    tape.delete_at_end(p);
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = copied_bar;
// CHECK-NEXT:    (*p_bar)[0] += (*p)[p->size() - 1] * s_bar;
// CHECK-NEXT:    (*p_bar)[p->size() - 1] += (*p)[0] * s_bar;
// CHECK-NEXT:    (*p_bar)[0] *= 2;
// CHECK-NEXT:    const std::vector<double> p_seed = *p_bar;
// CHECK-NEXT:    for (std::size_t k = 0; k < p_bar->size(); ++k)
// CHECK-NEXT:      (*p_bar)[k] = 0;
// CHECK-NEXT:    ad::restore_shape(tape, *p_bar);
// CHECK-NEXT:    for (std::size_t k = 0; k < v_bar.size(); ++k)
// CHECK-NEXT:      v_bar[k] += p_seed[k];
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double copied(const std::vector<double> &v) {
  auto *p = new std::vector<double>(v);
  (*p)[0] *= 2;
  double s = p->front() * p->back();
  delete p;
  return s;
}
