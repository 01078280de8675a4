// Records that are one of two: their numbers have names, and are formed again from the array, of which
// one copy is held for each step.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// Periodic neighbours are neighbours but at the rim, however often around.
#include <vector>
struct State {
  double h, q;
};

// CHECK-LABEL: double steps_reverse(
// CHECK:         tape.nest(u_then, 
// CHECK-NEXT:    for (std::size_t k = 0; k < 
// CHECK-NEXT:      u_then[k] = u[k];
// CHECK:         const double l_h = i > 0 ? u_then[i - 1].h : u_then[0].h;
// CHECK-NEXT:    const double l_q = i > 0 ? u_then[i - 1].q : -u_then[0].q;
// CHECK:       // reverse sweep
// CHECK:         const double l_h = i > 0 ? u_then[i - 1].h : u_then[0].h;
// CHECK-NEXT:    const double l_q = i > 0 ? u_then[i - 1].q : -u_then[0].q;
[[ad::differentiate(reverse)]]
double steps(const std::vector<State> &first, int steps) {
  const int n = first.size();
  std::vector<State> u = first, v(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i) {
      State l = i > 0 ? u[i - 1] : State{u[0].h, -u[0].q};
      State r = i + 1 < n ? u[i + 1] : State{u[n - 1].h, -u[n - 1].q};
      v[i].h = l.h * l.q / (1 + r.h * r.h);
      v[i].q = l.q * r.q + l.h / (2 + r.q * r.q);
    }
    u = v;
  }
  return u[0].h;
}

// CHECK-LABEL: double around_reverse(
// CHECK:       for (int i = 0; i < n - 1; ++i) { // each iteration is reversed at once
// CHECK-NEXT:    s += v[i + 1] * v[i] * v[i];
// CHECK:         const int i = n - 1;
// CHECK-NEXT:    s += v[0] * v[i] * v[i];
[[ad::differentiate(reverse)]]
double around(const std::vector<double> &v) {
  const int n = v.size();
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += v[(i + 1 + n) % n] * v[i] * v[i];
  return s;
}
