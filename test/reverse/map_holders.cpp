// Objects that hold maps: the adjoint of one that a callee returns is made on the tape with its map,
// and vectors beside a map have adjoints that grow with them. A constructor fills storage.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <array>
#include <map>
#include <string>
#include <vector>

struct Model {
  std::map<int, double> terms;
  std::vector<double> values;
  Model(double first) { terms[0] = first; }
  Model grown(double by) const {
    Model m = *this;
    m.values.push_back(by);
    return m;
  }
};

// CHECK-LABEL: double f_reverse(double x, double &x_bar, double f_bar) {
// CHECK: Model *m_bar = tape.owning_zeros<Model>();
// CHECK-NEXT: ad::construct(m_bar->terms);
// CHECK-NEXT: ad::owning_shadow<Model> m_storage;
// CHECK-NEXT: Model &m = m_storage.value();
// CHECK-NEXT: ad::construct(m.terms);
// CHECK-NEXT: double *const entry = &m.terms[0];
// CHECK-NEXT: double *const entry_bar = &m_bar->terms[0];
// CHECK: ad::owning_shadow<Model> n_storage;
// CHECK: ad::copy_keys(tape, n_bar->terms, m_bar->terms);
// CHECK-NEXT: n.terms = m.terms;
// CHECK: n.values.push_back(by);
// CHECK-NEXT: ad::follow_shape(tape, n_bar->values, n.values);
// CHECK: // reverse sweep
// CHECK: ad::restore_shape(tape, n_bar->values);
[[ad::differentiate(reverse)]]
double f(double x) {
  Model m(x);
  Model n = m.grown(2 * x);
  return n.values[0] * n.terms[0];
}

struct Named {
  std::string name;
  double weight;
};

struct Table {
  Table(const std::string &n, double x) : names{n, n + n} { rows[0][0].weight = x; }
  std::string names[2];
  std::array<std::array<Named, 3>, 2> rows;
};

// CHECK-LABEL: double table_reverse(
// CHECK: Table &t = t_storage.value();
// CHECK-NEXT: for (auto &each : t.names)
// CHECK-NEXT: ad::construct(each);
// CHECK-NEXT: for (auto &each_1 : t.rows)
// CHECK-NEXT: for (auto &each_2 : each_1)
// CHECK-NEXT: ad::construct(each_2.name);
[[ad::differentiate(reverse)]]
double table(double x) {
  Table t("a", x);
  return t.rows[0][0].weight * t.names[1].size();
}

struct Constant {
  Constant(std::vector<double> v) : values(std::move(v)) {}
  const std::vector<double> values;
};

// CHECK-LABEL: double constant_reverse(
// CHECK: const_cast<std::vector<double> &>(c.values).swap(v);
// CHECK: c_bar.values
[[ad::differentiate(reverse)]]
double constant(double x) {
  Constant c({x, x * x});
  return c.values[0] * c.values[1];
}
