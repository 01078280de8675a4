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

class Rate { // which cannot be declared without a value
public:
  explicit Rate(double v) : unit(2), v(v) {}
  double get() const { return v * unit; }
  double unit, v;
};

// CHECK-LABEL: double made_reverse(
// CHECK: ad::shadow<Rate> r_storage;
// CHECK-NEXT: Rate &r = r_storage.value();
// CHECK-NEXT: if (x > 1) {
// CHECK: r = object;
// CHECK-NEXT: } else {
// CHECK-NEXT: r = c;
[[ad::differentiate(reverse)]]
double made(double x) {
  Rate c(x);
  Rate r = x > 1 ? Rate(x * x) : c;
  return r.get() * c.get();
}

struct Term { // which cannot be assigned
  Term(double v, int n) : v(v), n(n) {}
  const double v;
  const int n;
};

// CHECK-LABEL: double constant_reverse(
// CHECK: if (x > 1) {
// CHECK-NEXT: const_cast<double &>(t.v) = x * x;
// CHECK-NEXT: const_cast<int &>(t.n) = 2;
// CHECK-NEXT: } else {
// CHECK-NEXT: const_cast<double &>(t.v) = x;
// CHECK-NEXT: const_cast<int &>(t.n) = 3;
[[ad::differentiate(reverse)]]
double constant(double x) {
  Term t = x > 1 ? Term(x * x, 2) : Term(x, 3);
  return t.v * t.v * t.n;
}
