// `(c ? a : b)` is one of two objects. Where a member is read, it is chosen from their members; where
// it is written to, or a method is called, a pointer leads to the object.
// RUN: %clang_ad_plugin -fplugin-arg-ad-print -fsyntax-only %s | FileCheck %s

struct Pair {
  double a, row[2];
};

// CHECK-LABEL: double chosen_reverse(
// CHECK: Pair *const target = n > 1 ? &u : &v;
// CHECK: target->row[1]
// CHECK: (n > 2 ? u.a : v.a)
[[ad::differentiate(reverse)]]
double chosen(double x, double y, int n) {
  Pair u{x, {x, y}}, v{y, {y, x}};
  (n > 1 ? u : v).row[1] *= x;
  return u.row[1] * v.row[1] * (n > 2 ? u : v).a;
}
