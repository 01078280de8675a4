// An object that owns another and holds a vector: storage, whose vectors are given back at the end.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>
#include <vector>
struct Rate {
  double value;
};
struct Model {
  std::unique_ptr<Rate> rate;
  std::vector<double> w;
};
// CHECK-LABEL: double trained_reverse(const std::vector<double> &x, std::vector<double> &x_bar,
// CHECK-NEXT:                         double trained_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    ad::shadow<Model> m_storage;
// CHECK-NEXT:    Model &m = m_storage.value();
// CHECK-NEXT:    ad::vectors_of m_vectors(m.w);
// CHECK-NEXT:    ad::shadow<Model> m_bar_storage;
// CHECK-NEXT:    Model &m_bar = m_bar_storage.value();
// CHECK-NEXT:    ad::vectors_of m_bar_vectors(m_bar.w);
// CHECK-NEXT:    Rate *made_bar = nullptr;
// CHECK-NEXT:    ad::pointer_in(m_bar.rate) = made_bar;
// CHECK-NEXT:    Rate *made = nullptr;
// CHECK-NEXT:    ad::pointer_in(m.rate) = made;
// CHECK-NEXT:    Rate *made_1 = new Rate();
// CHECK-NEXT:    Rate *made_1_bar = tape.zeros<Rate>(1);
// CHECK-NEXT:    Rate *const old = ad::pointer_in(m.rate);
// CHECK-NEXT:    ad::pointer_in(m_bar.rate) = made_1_bar;
// CHECK-NEXT:    ad::pointer_in(m.rate) = made_1;
// CHECK-NEXT:    tape.delete_at_end(old);
// CHECK-NEXT:    ad::pointer_in(m.rate)->value = x[0];
// CHECK-NEXT:    const std::size_t old_size = m.w.size();
// CHECK-NEXT:    m.w = x;
// CHECK-NEXT:    double value = ad::pointer_in(m.rate)->value * x[1];
// CHECK-NEXT:    const std::size_t old_size_1 = m.w.size();
// CHECK-NEXT:    m.w.push_back(value);
// CHECK-NEXT:    const double value_1 = m.w[m.w.size() - 1] * m.w[1];
// CHECK-NEXT:    tape.delete_at_end(ad::pointer_in(m.rate));
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    ad::match(m_bar.w, m.w);
// CHECK-NEXT:    const double value_1_bar = trained_bar;
// CHECK-NEXT:    m_bar.w[m.w.size() - 1] += m.w[1] * value_1_bar;
// CHECK-NEXT:    m_bar.w[1] += m.w[m.w.size() - 1] * value_1_bar;
// CHECK-NEXT:    const double value_bar = m_bar.w[old_size_1];
// CHECK-NEXT:    m_bar.w.resize(old_size_1);
// CHECK-NEXT:    ad::pointer_in(m_bar.rate)->value += x[1] * value_bar;
// CHECK-NEXT:    x_bar[1] += ad::pointer_in(m.rate)->value * value_bar;
// CHECK-NEXT:    const std::vector<double> m_w_seed = m_bar.w;
// CHECK-NEXT:    m_bar.w = std::vector<double>(old_size);
// CHECK-NEXT:    for (std::size_t k = 0; k < x_bar.size(); ++k)
// CHECK-NEXT:      x_bar[k] += m_w_seed[k];
// CHECK-NEXT:    x_bar[0] += ad::pointer_in(m_bar.rate)->value;
// CHECK-NEXT:    ad::pointer_in(m_bar.rate)->value = 0;
// CHECK-NEXT:    return value_1;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double trained(const std::vector<double> &x) {
  Model m;
  m.rate = std::make_unique<Rate>();
  m.rate->value = x[0];
  m.w = x;
  m.w.push_back(m.rate->value * x[1]);
  return m.w.back() * m.w[1];
}
