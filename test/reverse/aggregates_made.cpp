// Aggregates: a member whose initialiser reads others, and one on the heap.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>
struct Box {
  double base, scale = 2, side = base * scale;
};
struct State {
  std::vector<double> x;
  double k = 1;
};
[[ad::differentiate(reverse)]]
double members(double x) {
  Box b{x};
  return b.side * b.base;
}
[[ad::differentiate(reverse)]]
double made(const double *x) {
  State *s = new State{{x[0], x[1]}};
  const double r = s->x[0] * s->x[1] * s->k;
  delete s;
  return r;
}

// CHECK-LABEL: double members_reverse(double x, double &x_bar, double members_bar) {
// CHECK-NEXT: const double base = x;
// CHECK-NEXT: const double scale = 2;
// CHECK-NEXT: const double side = base * scale;
// CHECK-NEXT: const double b_base_bar = side * members_bar;
// CHECK-NEXT: const double b_side_bar = x * members_bar;
// CHECK-NEXT: const double side_bar = b_side_bar;
// CHECK-NEXT: const double base_bar = b_base_bar + scale * side_bar;
// CHECK-NEXT: x_bar += base_bar;
// CHECK-NEXT: return side * x;
// CHECK-NEXT: }

// CHECK-LABEL: double made_reverse(const double *x, double *x_bar, double made_bar) {
// CHECK-NEXT: ad::tape tape;
// CHECK-NEXT: // forward sweep
// CHECK-NEXT: std::vector<double> values = {x[0], x[1]};
// CHECK-NEXT: State *s = new State();
// CHECK-NEXT: State *s_bar = tape.owning_zeros<State>();
// CHECK-NEXT: State whole = {values, 1.0};
// CHECK-NEXT: s->x = whole.x;
// CHECK-NEXT: ad::follow_shape(tape, s_bar->x, s->x);
// CHECK-NEXT: s->k = whole.k;
// CHECK-NEXT: const double r = s->x[0] * s->x[1] * s->k;
// CHECK-NEXT: tape.delete_at_end(s);
// CHECK-NEXT: // reverse sweep
// CHECK-NEXT: std::vector<double> values_bar(values.size());
// CHECK-NEXT: ad::owning_shadow<State> whole_bar_storage;
// CHECK-NEXT: State &whole_bar = whole_bar_storage.value();
// CHECK-NEXT: ad::match(whole_bar.x, whole.x);
// CHECK-NEXT: const double r_bar = made_bar;
// CHECK-NEXT: s_bar->x[0] += s->x[1] * s->k * r_bar;
// CHECK-NEXT: s_bar->x[1] += s->x[0] * s->k * r_bar;
// CHECK-NEXT: s_bar->k += s->x[0] * s->x[1] * r_bar;
// CHECK-NEXT: s_bar->k = 0;
// CHECK-NEXT: const std::vector<double> s_x_seed = s_bar->x;
// CHECK-NEXT: for (std::size_t k = 0; k < s_bar->x.size(); ++k)
// CHECK-NEXT: s_bar->x[k] = 0;
// CHECK-NEXT: ad::restore_shape(tape, s_bar->x);
// CHECK-NEXT: for (std::size_t k = 0; k < whole_bar.x.size(); ++k)
// CHECK-NEXT: whole_bar.x[k] += s_x_seed[k];
// CHECK-NEXT: for (std::size_t k = 0; k < values_bar.size(); ++k)
// CHECK-NEXT: values_bar[k] += whole_bar.x[k];
// CHECK-NEXT: x_bar[0] += values_bar[0];
// CHECK-NEXT: x_bar[1] += values_bar[1];
// CHECK-NEXT: return r;
// CHECK-NEXT: }
