// Smart pointers as parameters: the shadow is one of the same type. An object that is given to a
// function by value is destroyed by the caller, after the call.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <memory>

struct Node {
  double weight;
  std::unique_ptr<Node> next;
};

// CHECK:      double total_reverse(const std::unique_ptr<Node> &n, std::unique_ptr<Node> &n_bar,
// CHECK:        for (p = ad::pointer_in(n), p_bar = ad::pointer_in(n_bar); p;) {
// CHECK:          p_bar = ad::pointer_in(p_bar->next);
// CHECK:          p_bar->weight += s * s_bar;
[[ad::differentiate(reverse)]]
double total(const std::unique_ptr<Node> &n) {
  double s = 0;
  for (const Node *p = n.get(); p; p = p->next.get())
    s += p->weight * s;
  return s;
}

// CHECK:      double shared_reverse(std::shared_ptr<Node> n, std::shared_ptr<Node> &n_bar, double shared_bar) {
// CHECK:        n_1_bar->weight += 2 * n_1->weight * shared_bar;
[[ad::differentiate(reverse)]]
double shared(std::shared_ptr<Node> n) {
  return n->weight * n->weight;
}

static double eaten(std::unique_ptr<double> p, double k) {
  if (k > 5)
    return eaten(std::make_unique<double>(*p), k / 2);
  return *p * k;
}
// CHECK:      double given_away_forward(
// CHECK:        double *made = p;
// CHECK:        eaten_forward(made, made_dot, x_1, x_1_dot,
// CHECK-NEXT:   delete made_dot;
// CHECK-NEXT:   delete made;
[[ad::differentiate(forward)]]
double given_away(double x) {
  auto p = std::make_unique<double>(x);
  return eaten(std::move(p), x);
}
