// A function that a member holds is set in a branch and collected in a loop: numbers say which.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <functional>
#include <vector>

struct Model {
  std::function<double(double)> rule;
  std::vector<std::function<double(double)>> layers;
};

[[ad::differentiate(forward)]]
double branches(double x, double k) {
  Model m;
  if (k > 1)
    m.rule = [k](double t) { return k * t; };
  return m.rule ? m.rule(x) : x;
}

[[ad::differentiate(forward)]]
double loops(double x, int n) {
  Model m;
  for (int i = 0; i < n; ++i)
    m.layers.push_back([x, i](double t) { return t * x + i; });
  double r = 1;
  for (auto &l : m.layers)
    r = l(r);
  return r;
}

// CHECK-LABEL: double branches_forward(
// CHECK: double rule_k = 0;
// CHECK-NEXT: double rule_k_dot = 0;
// CHECK-NEXT: int rule_which = -1;
// CHECK-NEXT: if (k > 1) {
// CHECK-NEXT: rule_k_dot = k_dot;
// CHECK-NEXT: rule_k = k;
// CHECK-NEXT: rule_which = 0;
// CHECK: throw std::bad_function_call();
// CHECK-NEXT: value_dot = rule_k_dot * x + rule_k * x_dot;

// CHECK-LABEL: double loops_forward(
// CHECK: std::vector<int> layers_which;
// CHECK: layers_x_dot[at] = x_dot;
// CHECK-NEXT: layers_x[at] = x;
// CHECK: layers_which.push_back(0);
// CHECK: r_dot = r_dot * layers_x[k] + r * layers_x_dot[k];
// CHECK-NEXT: r = r * layers_x[k] + layers_i[k];
