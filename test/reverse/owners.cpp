// Vectors of objects that own memory: storage whose elements are made and destroyed by statements.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>
#include <utility>
#include <vector>

struct Cell {
  double *at;
  explicit Cell(double x) : at(new double(x)) {}
  Cell(const Cell &o) : at(new double(*o.at)) {}
  ~Cell() { delete at; }
};

// CHECK-LABEL: double appended_reverse(
// CHECK: ad::vector_storage<std::vector<Cell>> cells_storage;
// CHECK-NEXT: std::vector<Cell> &cells = cells_storage.value();
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: made.at = made_at;
// CHECK: ad::resize_storage(cells_bar, last + 1);
// CHECK-NEXT: ad::resize_storage(cells, last + 1);
// CHECK: cells_bar[last].at = made_at_bar;
// CHECK-NEXT: cells[last].at = made_at;
// CHECK: tape.delete_at_end(
[[ad::differentiate(reverse)]]
double appended(const double *x, int n) {
  std::vector<Cell> cells;
  for (int i = 0; i < n; ++i)
    cells.emplace_back(x[i]);
  return *cells[0].at * *cells[n - 1].at;
}

struct Body {
  double speed = 0, mass = 1;
};

// Elements that would not be zero.
// CHECK-LABEL: double momentum_reverse(
// CHECK: ad::match<ad::bytes>(bodies_bar, bodies);
[[ad::differentiate(reverse)]]
double momentum(const std::vector<Body> &bodies) {
  double p = 0;
  for (const Body &b : bodies)
    p += b.mass * b.speed;
  return p;
}

struct Leg {
  double weight;
  std::unique_ptr<Body> body;
};

// Numbers beside what is owned: the adjoint is such storage, too.
// CHECK-LABEL: double weighed_reverse(
// CHECK: std::vector<Leg> *legs_bar = &tape.object<ad::vector_storage<std::vector<Leg>>>()->value();
// CHECK: ad::resize_storage(legs, last + 1);
// CHECK-NEXT: ad::follow_storage(tape, *legs_bar, legs);
// CHECK: ad::restore_storage(tape, *legs_bar);
[[ad::differentiate(reverse)]]
double weighed(const double *x, int n) {
  std::vector<Leg> legs;
  for (int i = 0; i < n; ++i)
    legs.push_back({x[i], std::make_unique<Body>()});
  double s = 0;
  for (const Leg &l : legs)
    s += l.weight * l.body->mass;
  return s;
}
