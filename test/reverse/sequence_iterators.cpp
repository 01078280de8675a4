// Iterators of std::list and std::deque are numbers; those of a list move with their elements.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <deque>
#include <list>
#include <numeric>
#include <vector>

// CHECK-LABEL: double walked_reverse(
// CHECK: for (std::size_t it = 0; it < d.size(); ++it) { // each iteration is reversed at once
// CHECK-NEXT: s += d[it] * d[it];
// CHECK-NEXT: d_bar[it] += 2 * d[it] * s_bar;
[[ad::differentiate(reverse)]]
double walked(const std::deque<double> &d) {
  double s = 0;
  for (auto it = d.begin(); it != d.end(); ++it)
    s += *it * *it;
  return s;
}

// CHECK-LABEL: double summed_forward(
// CHECK: const long n = static_cast<long>(d.size()) - {{.*}}1
// CHECK: s_dot += d_dot[{{.*}}k];
[[ad::differentiate(forward)]]
double summed(const std::deque<double> &d) {
  return std::accumulate(d.begin() + 1, d.end(), 0.0);
}

// CHECK-LABEL: double pruned_forward(
// CHECK: const std::size_t at = it;
// CHECK-NEXT: const std::size_t left = l.size() - 1;
// CHECK-NEXT: for (std::size_t k = at; k < left; ++k) {
// CHECK-NEXT: l_dot[k] = l_dot[k + 1];
// CHECK-NEXT: l[k] = l[k + 1];
// CHECK-NEXT: }
// CHECK-NEXT: l_dot.pop_back();
// CHECK-NEXT: l.pop_back();
// CHECK-NEXT: it = at;
[[ad::differentiate(forward)]]
double pruned(double x) {
  std::list<double> l{x, x * x, 2 * x};
  for (auto it = l.begin(); it != l.end();)
    if (*it < 0.5)
      it = l.erase(it);
    else
      ++it;
  return l.front();
}

// CHECK-LABEL: double kept_forward(
// CHECK: std::size_t last = l.size() - 1;
// CHECK: l_dot.push_front(value_dot);
// CHECK-NEXT: l.push_front(value);
// CHECK-NEXT: ++last;
// CHECK-NEXT: kept_dot = l_dot[last];
// CHECK-NEXT: return l[last];
[[ad::differentiate(forward)]]
double kept(double x) {
  std::list<double> l{x, x * x};
  auto last = std::prev(l.end());
  l.push_front(2 * x);
  return *last;
}
