// Maps in vectors: the adjoint, on the tape, gets the size of the vector and the keys of each map as
// they come; what a copy makes is filled key by key.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <map>
#include <vector>

// CHECK-LABEL: double row_of_reverse(const std::vector<std::map<int, double>> &a,
// CHECK-NEXT:                        std::vector<std::map<int, double>> &a_bar, const double *x, double *x_bar,
// CHECK-NEXT:                        int i, double row_of_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(a_bar, a);
// CHECK-NEXT:    for (std::size_t k = 0; k < a.size(); ++k)
// CHECK-NEXT:      ad::match_keys(a_bar[k], a[k]);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    double entry_second = 0;
// CHECK-NEXT:    int entry_first = 0;
// CHECK-NEXT:    std::pair<const int, double> *entry_bar = nullptr;
// CHECK-NEXT:    for (std::map<int, double>::const_iterator it = a[i].begin(); it != a[i].end(); ++it) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      const std::pair<const int, double> *const entry = &*it;
// CHECK-NEXT:      tape.push(entry_bar);
// CHECK-NEXT:      entry_bar = &*a_bar[i].find(it->first);
// CHECK-NEXT:      tape.push(entry_first);
// CHECK-NEXT:      entry_first = entry->first;
// CHECK-NEXT:      tape.push(entry_second);
// CHECK-NEXT:      entry_second = entry->second;
// CHECK-NEXT:      s += entry_second * x[entry_first];
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = row_of_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      entry_bar->second += x[entry_first] * s_bar;
// CHECK-NEXT:      x_bar[entry_first] += entry_second * s_bar;
// CHECK-NEXT:      entry_second = tape.pop<double>();
// CHECK-NEXT:      entry_first = tape.pop<int>();
// CHECK-NEXT:      entry_bar = tape.pop<std::pair<const int, double> *>();
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double row_of(const std::vector<std::map<int, double>> &a, const double *x, int i) {
  double s = 0;
  for (const auto &[j, aij] : a[i])
    s += aij * x[j];
  return s;
}

// CHECK-LABEL: double assembled_reverse(const double *x, double *x_bar, int n, double assembled_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    const std::size_t a_size = n;
// CHECK-NEXT:    std::vector<std::map<int, double>> *a_bar = tape.keep<std::vector<std::map<int, double>>>();
// CHECK-NEXT:    std::vector<std::map<int, double>> a(a_size);
// CHECK-NEXT:    ad::shape_like(*a_bar, a);
// CHECK-NEXT:    for (std::size_t k = 0; k < a.size(); ++k)
// CHECK-NEXT:      ad::match_keys((*a_bar)[k], a[k]);
// CHECK-NEXT:    double **entry_bar_at = tape.array<double *>(n);
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      const double value = x[i];
// CHECK-NEXT:      const int key = i / 2;
// CHECK-NEXT:      double *const entry = &a[i][key];
// CHECK-NEXT:      double *const entry_bar = &(*a_bar)[i][key];
// CHECK-NEXT:      entry_bar_at[i] = entry_bar;
// CHECK-NEXT:      *entry += value;
// CHECK-NEXT:    }
// CHECK-NEXT:    double *const entry = &a[0][0];
// CHECK-NEXT:    double *const entry_bar = &(*a_bar)[0][0];
// CHECK-NEXT:    const double value_1 = *entry;
// CHECK-NEXT:    double *const entry_1 = &a[n - 1][n / 2];
// CHECK-NEXT:    double *const entry_1_bar = &(*a_bar)[n - 1][n / 2];
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double value_1_bar = *entry_1 * assembled_bar;
// CHECK-NEXT:    *entry_1_bar += value_1 * assembled_bar;
// CHECK-NEXT:    *entry_bar += value_1_bar;
// CHECK-NEXT:    for (int i = 0; i < n; ++i) {
// CHECK-NEXT:      const double value_bar = *entry_bar_at[i];
// CHECK-NEXT:      x_bar[i] += value_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    return value_1 * *entry_1;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double assembled(const double *x, int n) {
  std::vector<std::map<int, double>> a(n);
  for (int i = 0; i < n; ++i)
    a[i][i / 2] += x[i];
  return a[0][0] * a[n - 1][n / 2];
}
