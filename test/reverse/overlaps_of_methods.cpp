// Methods: what the object has, and what they are given, is taken to be apart; where it is not, a
// function beside the class does the work, which takes the object as a parameter.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <vector>

class Curve {
  std::vector<double> t, y;

public:
  // CHECK-LABEL: static void Curve_residuals_reverse_overlapping(const Curve &self, Curve &self_bar,
  // CHECK:         ad::match(self_bar.t, self.t);
  // CHECK:         r[i] = self.y[i] - e;
  // CHECK-LABEL: inline void Curve::residuals_reverse(Curve &this_bar, const double *p,
  // CHECK:         if (ad::overlap(p, 2, r, t.size()) || ad::overlap(t, r, t.size()) ||
  // CHECK-NEXT:      return Curve_residuals_reverse_overlapping(*this, this_bar, p, p_bar, r, r_bar);
  // CHECK:         for (std::size_t i = 0; i < t.size(); ++i) { // each iteration is reversed at once
  // CHECK-NOT:       tape
  [[ad::differentiate(reverse)]] void residuals(const double *p, double *r) const {
    for (std::size_t i = 0; i < t.size(); ++i) {
      const double e = std::exp(p[0] * t[i] + p[1]);
      r[i] = y[i] - e;
    }
  }
};

// The sizes of vectors behind a pointer stay as they are while that does.
// CHECK-LABEL: double sum_reverse(const Curves *c, Curves *c_bar, double sum_bar) {
// CHECK:         for (std::size_t i = 0; i < c->t.size(); ++i) { // each iteration is reversed at once
struct Curves {
  std::vector<double> t;
  Curves *next;
};
[[ad::differentiate(reverse)]] double sum(const Curves *c) {
  double s = 0;
  for (std::size_t i = 0; i < c->t.size(); ++i)
    s += std::sin(c->t[i]);
  return s;
}
// CHECK-LABEL: double moves_on_reverse(const Curves *c, Curves *c_bar, double moves_on_bar) {
// CHECK:         ++trips;
[[ad::differentiate(reverse)]] double moves_on(const Curves *c) {
  double s = 0;
  for (std::size_t i = 0; i < c->t.size(); ++i) {
    s += std::sin(c->t[i]);
    c = c->next;
  }
  return s;
}

// Of a class template, too.
template <class T> struct Scaled {
  std::vector<T> w;

  // CHECK-LABEL: static void Scaled_call_double_reverse(const Scaled<double> &self,
  // CHECK:         return Scaled_call_double_reverse_overlapping(self, self_bar, x, x_bar, y, y_bar);
  // CHECK:         ad::match(self_bar.w, self.w);
  // CHECK:         for (std::size_t i = 0; i < self.w.size(); ++i) { // each iteration is reversed at once
  [[ad::differentiate(reverse)]] void operator()(const T *x, T *y) const {
    for (std::size_t i = 0; i < w.size(); ++i)
      y[i] = w[i] * x[i] * x[i];
  }
};
void use(const Scaled<double> &s, Scaled<double> &s_bar, double *x, double *y) {
  s.call_reverse(s_bar, x, x, y, y);
}
