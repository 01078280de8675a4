// Vectors of smart pointers, objects with virtual functions on the heap, objects that are shared.
// RUN: %clang_ad_plugin -fsyntax-only -I%source/test/programs %s -fplugin-arg-ad-print | FileCheck %s
#include "shapes.h"
#include <array>
#include <list>
#include <map>
#include <memory>
#include <vector>

// CHECK-LABEL: double owned_reverse(
// CHECK:      Circle *made = new Circle(
// CHECK-NEXT: Circle *made_bar = tape.zeros<Circle>(1);
// CHECK:      ad::vector_storage<std::vector<std::unique_ptr<Shape>>> v_storage;
// CHECK-NEXT: std::vector<std::unique_ptr<Shape>> &v = v_storage.value();
// CHECK:      ad::resize_storage(v_bar, last + 1);
// CHECK-NEXT: ad::resize_storage(v, last + 1);
// CHECK-NEXT: ad::pointer_in(v_bar[last]) = made_1_bar;
// CHECK-NEXT: ad::pointer_in(v[last]) = made_1;
// CHECK:      for (std::size_t k = 0; k < v.size(); ++k)
// CHECK-NEXT:   tape.delete_at_end(ad::pointer_in(v[k]));
[[ad::differentiate(reverse)]]
double owned(double x) {
  std::vector<std::unique_ptr<Shape>> v;
  v.push_back(std::make_unique<Circle>(x));
  return v[0]->area(x);
}

struct Leaf {
  double v = 0;
};
struct Pair {
  std::shared_ptr<Leaf> a, b;
};

// CHECK-LABEL: double shared_reverse(
// CHECK-NOT:  ad::shared_objects
// CHECK:      tape.delete_at_end(made);
// CHECK-NEXT: ad::pointer_in(p_bar.a) = made_bar;
// CHECK-NEXT: ad::pointer_in(p.a) = made;
// CHECK-NEXT: ad::pointer_in(p_bar.b) = ad::pointer_in(p_bar.a);
// CHECK-NEXT: ad::pointer_in(p.b) = ad::pointer_in(p.a);
// CHECK:      ad::pointer_in(p_bar.b)->v += x * shared_bar;
[[ad::differentiate(reverse)]]
double shared(double x) {
  Pair p;
  p.a = std::make_shared<Leaf>();
  p.b = p.a;
  p.a->v = x * x;
  return p.b->v * x;
}

// CHECK-LABEL: double grouped_reverse(
// CHECK:      entry->push_back(x[i]);
// CHECK-NEXT: ad::follow_shape(tape, *entry_bar, *entry);
// CHECK:      x_bar[i] += (*entry_bar)[old_size_at[i]];
// CHECK-NEXT: ad::restore_shape(tape, *entry_bar);
[[ad::differentiate(reverse)]]
double grouped(const double *x, int n) {
  std::map<int, std::vector<double>> g;
  for (int i = 0; i < n; ++i)
    g[i % 2].push_back(x[i]);
  return g.at(0)[0];
}

// CHECK-LABEL: double kept_reverse(
// CHECK:      std::deque<double> kept;
// CHECK:      kept.push_front(x);
[[ad::differentiate(reverse)]]
double kept(double x) {
  std::list<double> kept;
  kept.push_back(x * x);
  kept.push_front(x);
  return kept.front() * kept.back();
}

// CHECK-LABEL: double array_of_reverse(
// CHECK:        ad::tape tape;
// CHECK-NEXT:   double *made = new double;
// CHECK-NEXT:   double *made_bar = tape.zeros<double>(1);
// CHECK-NEXT:   *made = x * y;
// CHECK-NEXT:   double *a_bar[2] = {};
// CHECK-NEXT:   a_bar[0] = made_bar;
// CHECK-NEXT:   double *a[2] = {};
// CHECK-NEXT:   a[0] = made;
// CHECK-NEXT:   double *const moved = a[0];
// CHECK-NEXT:   double *const moved_bar = a_bar[0];
// CHECK-NEXT:   a[0] = nullptr;
// CHECK-NEXT:   double *const old = a[1];
// CHECK-NEXT:   a_bar[1] = moved_bar;
// CHECK-NEXT:   a[1] = moved;
// CHECK-NEXT:   tape.delete_at_end(old);
// CHECK-NEXT:   const double value = *a[1] * x;
// CHECK-NEXT:   tape.delete_at_end(a[1]);
// CHECK-NEXT:   tape.delete_at_end(a[0]);
// CHECK-NEXT:   const double value_bar = array_of_bar;
// CHECK-NEXT:   *a_bar[1] += x * value_bar;
// CHECK-NEXT:   x_bar += *a[1] * value_bar;
// CHECK-NEXT:   x_bar += y * *made_bar;
// CHECK-NEXT:   y_bar += x * *made_bar;
// CHECK-NEXT:   *made_bar = 0;
// CHECK-NEXT:   return value;
[[ad::differentiate(reverse)]]
double array_of(double x, double y) {
  std::unique_ptr<double> a[2] = {std::make_unique<double>(x * y)};
  a[1] = std::move(a[0]);
  return *a[1] * x;
}

struct Both {
  double weight;
  std::array<std::unique_ptr<double>, 2> p;
};
// CHECK-LABEL: double member_array_reverse(
// CHECK:        // forward sweep
// CHECK-NEXT:   double s = 0;
// CHECK-NEXT:   const double s_bar = member_array_bar;
// CHECK-NEXT:   for (std::size_t k = 0; k < 2; ++k) { // each iteration is reversed at once
// CHECK-NEXT:     s += *ad::pointer_in(both.p[k]) * both.weight;
// CHECK-NEXT:     *ad::pointer_in(both_bar.p[k]) += both.weight * s_bar;
// CHECK-NEXT:     both_bar.weight += *ad::pointer_in(both.p[k]) * s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return s;
[[ad::differentiate(reverse)]]
double member_array(const Both &both) {
  double s = 0;
  for (const auto &p : both.p)
    s += *p * both.weight;
  return s;
}
