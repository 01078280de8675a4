// A function that calls itself cannot stand in place; it is attempted, with a copy of what it
// changes, and the derivative knows that it does not throw.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s
#include <stdexcept>
static double factor(const char *&at, double x) {
  if (*at == 'x') {
    ++at;
    return x;
  }
  if (*at++ != '(')
    throw std::runtime_error("a factor is expected");
  double product = factor(at, x) * factor(at, x);
  if (*at++ != ')')
    throw std::runtime_error("a parenthesis is expected");
  return product;
}

// CHECK-LABEL: static int f_attempt(
// CHECK: try {
// CHECK: factor(at, x)
// CHECK-LABEL: double f_reverse(
// CHECK: const char *at_tried = at;
// CHECK: const int caught = f_attempt(at_tried, x);
// CHECK: at = at_tried;
[[ad::differentiate(reverse)]]
double f(const char *text, double x) {
  const char *at = text;
  try {
    return factor(at, x);
  } catch (const std::runtime_error &) {
    return x * (at - text);
  }
}
