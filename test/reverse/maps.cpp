// Elements of a map are reached by pointers, the adjoint of a local map is kept beside it.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <map>
#include <string>
#include <vector>

// CHECK-LABEL: double line_reverse(const std::map<std::string, double> &p,
// CHECK:        ad::match_keys(p_bar, p);
// CHECK-NEXT:   const double *const entry = &p.at("slope");
// CHECK-NEXT:   double *const entry_bar = &p_bar.at("slope");
// CHECK:        *entry_bar += x * line_bar;
// CHECK-NEXT:   x_bar += *entry * line_bar;
[[ad::differentiate(reverse)]]
double line(const std::map<std::string, double> &p, double x) {
  return p.at("slope") * x + p.at("offset");
}

// CHECK-LABEL: double bins_reverse(
// CHECK:        std::map<int, double> *sums_bar = tape.keep<std::map<int, double>>();
// CHECK-NEXT:   std::map<int, double> sums;
// CHECK:        double *const entry = &sums[key];
// CHECK-NEXT:   double *const entry_bar = &(*sums_bar)[key];
// CHECK:        for (std::map<int, double>::iterator it = sums.begin(); it != sums.end(); ++it) {
// CHECK:          entry_bar = &*sums_bar->find(it->first);
// CHECK:        // reverse sweep
// CHECK:        for (; trips > 0; --trips) {
// CHECK-NEXT:     entry_bar->second += 2 * entry_second * s_bar;
[[ad::differentiate(reverse)]]
double bins(const std::vector<double> &x) {
  std::map<int, double> sums;
  for (std::size_t i = 0; i < x.size(); ++i)
    sums[static_cast<int>(i % 3)] += x[i];
  double s = 0;
  for (const auto &[key, sum] : sums)
    s += sum * sum;
  return s;
}

// CHECK-LABEL: void grown_reverse(
// CHECK:        ad::changing_keys<std::map<int, double>> m_keys(m_bar, m);
// CHECK:        m_keys.seed(m);
// CHECK:        m_keys.finish();
[[ad::differentiate(reverse)]]
void grown(std::map<int, double> &m, double x) { m[1] += x * x; }

// Members that do not start at zero do in the derivative.
// CHECK-LABEL: double weighed_reverse(
// CHECK:        Setting *const entry = &all[1];
// CHECK-NEXT:   Setting *const entry_bar = &ad::zero_entry(*all_bar, 1);
// CHECK-NEXT:   entry->value = x;
struct Setting {
  double value = 0, weight = 1;
};
[[ad::differentiate(reverse)]]
double weighed(double x) {
  std::map<int, Setting> all;
  all[1].value = x;
  return all[1].value * all[1].weight;
}
