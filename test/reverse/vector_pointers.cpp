// Pointers into vectors that are exchanged, or whose vectors are, give way to the vectors. Sums of numbers
// passed by value stay out of memory beside vectors that are members, too.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-walks \
// RUN:   | FileCheck %s --check-prefix=OFF
#include <utility>
#include <vector>

static void smooth(const double *u, double *next, int n, double k) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
}

// CHECK-LABEL: {{^}}double pointers_reverse(
// CHECK-NOT:   now
// CHECK:       next[i] = a_then[i]
// CHECK:       a.swap(next);
// CHECK:       a_bar.swap(next_bar);
// OFF-LABEL:   {{^}}double pointers_reverse(
// OFF:         now
[[ad::differentiate(reverse)]]
double pointers(const double *start, int n, int steps, double k) {
  std::vector<double> a(n), next(n);
  for (int i = 0; i < n; ++i)
    a[i] = start[i];
  double *now = a.data(), *then = next.data();
  for (int t = 0; t < steps; ++t) {
    smooth(now, then, n, k);
    std::swap(now, then);
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += now[i] * now[i];
  return s;
}

// CHECK-LABEL: {{^}}double moved_reverse(
// CHECK:       next[i] = a_then[i]
// CHECK:       a.swap(next);
// CHECK:       a_bar.swap(next_bar);
// OFF-LABEL:   {{^}}double moved_reverse(
// OFF:         u_bar_at[t] = u_bar;
[[ad::differentiate(reverse)]]
double moved(const double *start, int n, int steps, double k) {
  std::vector<double> a(n), next(n);
  for (int i = 0; i < n; ++i)
    a[i] = start[i];
  for (int t = 0; t < steps; ++t) {
    smooth(a.data(), next.data(), n, k);
    std::swap(a, next);
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * a[i];
  return s;
}

class Rod {
public:
  Rod(const double *start, int n) : n(n), now(start, start + n), next(start, start + n) {}
  void step(double k, double source) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + k * (now[i - 1] - 2 * now[i] + now[i + 1]) + source * now[i];
    now.swap(next);
  }
  double first() const { return now[1]; }

private:
  int n;
  std::vector<double> now, next;
};

// CHECK-LABEL: {{^}}double rod_reverse(
// CHECK:         double k_bar_sum = 0;
// CHECK:         double source_bar_sum = 0;
// CHECK:       source_bar += source_bar_sum;
// CHECK-NEXT:  k_bar += k_bar_sum;
[[ad::differentiate(reverse)]]
double rod(const double *start, int n, double k, double source, int steps) {
  Rod r(start, n);
  for (int t = 0; t < steps; ++t)
    r.step(k, source);
  return r.first();
}
