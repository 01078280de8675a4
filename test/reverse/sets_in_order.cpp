// A set of active values is the vector of its elements in order; iterators are numbers.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <set>
#include <vector>

// CHECK-LABEL: double least_forward(
// CHECK-NEXT:   std::vector<double> s;
// CHECK-NEXT:   std::vector<double> s_dot;
// CHECK:          if (!(inserted < s[a + h])) {
// CHECK:          const std::size_t at = a;
// CHECK-NEXT:     s_dot.push_back(inserted_dot);
// CHECK-NEXT:     s.push_back(inserted);
// CHECK-NEXT:     for (long k = static_cast<long>(s.size()) - 1; k > static_cast<long>(at); --k) {
// CHECK-NEXT:       s_dot[k] = s_dot[k - 1];
// CHECK-NEXT:       s[k] = s[k - 1];
// CHECK-NEXT:     }
// CHECK-NEXT:     s_dot[at] = inserted_dot;
// CHECK-NEXT:     s[at] = inserted;
// CHECK:        least_dot = s_dot[0];
[[ad::differentiate(forward)]]
double least(const double *x, int n) {
  std::multiset<double> s;
  for (int i = 0; i < n; ++i)
    s.insert(x[i]);
  return *s.begin();
}
