// Range-based for over a class with iterators of its own is the loop that C++ says it is.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
struct Sentinel {};
struct Until {
  const double *p;
  int n;
  struct It {
    const double *p;
    int left;
    double operator*() const { return *p; }
    void operator++() { ++p, --left; }
    bool operator!=(Sentinel) const { return left > 0; }
  };
  It begin() const { return It{p, n}; }
  Sentinel end() const { return {}; }
};

// CHECK-LABEL: double summed_forward(
// CHECK: Until object = {x, n};
// CHECK-NEXT: Until::It begin1 = {x, n};
// CHECK-NEXT: Until::It begin1_dot = {x_dot};
// CHECK: for (; begin1 != end1; ++begin1_dot.p, ++begin1.p, --begin1.left) {
// CHECK-NEXT: const double v = *begin1.p;
// CHECK-NEXT: const double v_dot = *begin1_dot.p;
// CHECK-NEXT: s_dot += 2 * v * v_dot;
// CHECK-NEXT: s += v * v;
// CHECK-NEXT: }

// CHECK-LABEL: double summed_reverse(
// CHECK: begin1_bar.p = x_bar;
// CHECK: while (begin1 != end1) {
// CHECK: begin1_p_bar = const_cast<double *>(begin1_bar.p);
// CHECK: for (; trips > 0; --trips) {
// CHECK: *begin1_p_bar += v_bar;
[[ad::differentiate(forward, reverse)]]
double summed(const double *x, int n) {
  double s = 0;
  for (double v : Until{x, n})
    s += v * v;
  return s;
}

struct range {
  struct it {
    int v;
    int operator*() const { return v; }
    void operator++() { ++v; }
    bool operator!=(it o) const { return v != o.v; }
  };
  it begin() const { return {a}; }
  it end() const { return {b}; }
  int a, b;
};

// CHECK-LABEL: double squares_reverse(
// CHECK: for (; begin1 != end1; ++begin1.v) {
// CHECK: i = *begin1;
// CHECK-NEXT: s += x[i] * x[i];
// CHECK: x_bar[i] += 2 * x[i] * s_bar;
[[ad::differentiate(reverse)]]
double squares(const double *x, int n) {
  double s = 0;
  for (int i : range{0, n})
    s += x[i] * x[i];
  return s;
}
