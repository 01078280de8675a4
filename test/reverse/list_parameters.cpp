// A list that comes from the caller is the deque of its elements, which it gets back.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <list>

// CHECK-LABEL: double squares_reverse(std::list<double> &l_list, std::list<double> &l_bar_list,
// CHECK:        ad::elements_of l_elements(l_list);
// CHECK-NEXT:   std::deque<double> &l = l_elements.values;
// CHECK-NEXT:   ad::elements_of l_bar_elements(l_bar_list);
// CHECK-NEXT:   std::deque<double> &l_bar = l_bar_elements.values;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const std::size_t old_size = l.size();
// CHECK-NEXT:   l.push_back(k);
// CHECK-NEXT:   ad::match(l_bar, l);
// CHECK:        k_bar += l_bar[old_size];
// CHECK-NEXT:   l_bar.resize(old_size);
[[ad::differentiate(reverse)]]
double squares(std::list<double> &l, double k) {
  l.push_back(k);
  double s = 0;
  for (double e : l)
    s += e * e;
  return s;
}

// Two adjoints that are one list would each be given back.
// CHECK-LABEL: double product_reverse(
// CHECK:        ad::require_apart(a_bar_list, b_bar_list);
// CHECK-NEXT:   ad::elements_of a_elements(a_list);
// CHECK-NEXT:   const std::deque<double> &a = a_elements.values;
[[ad::differentiate(reverse)]]
double product(const std::list<double> &a, const std::list<double> &b) {
  double s = 0;
  auto it = b.begin();
  for (double e : a)
    s += e * *it++;
  return s;
}

// CHECK-LABEL: std::list<double> scaled_reverse(const std::list<double> &l_list,
// CHECK:                                        std::list<double> scaled_bar_list) {
// CHECK-NEXT:   ad::elements_of l_elements(l_list);
// CHECK:        return ad::list_of<std::list<double>>(
[[ad::differentiate(reverse)]]
std::list<double> scaled(const std::list<double> &l, double k) {
  std::list<double> r;
  for (double e : l)
    r.push_back(k * e);
  return r;
}
