// The rewriter defines companions of templates by choosing among the instances in use.
// RUN: %ad_rewrite %s -- -std=c++17 > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %gxx -std=c++17 -Wall -Wextra -Wno-unused-parameter -Werror %t.cpp -o %t && %t
// RUN: not %gxx -std=c++17 -DUNSEEN -fsyntax-only %t.cpp 2>&1 | FileCheck %s --check-prefix=UNSEEN
// RUN: not %ad_rewrite %s -- -std=c++17 -DPRIVATE 2>&1 | FileCheck %s --check-prefix=PRIVATE
// REQUIRES: gxx
namespace a {
// CHECK: {{^}}template <class T, int N = 2> T power(T x) { return N == 2 ? x * x : x; }
// CHECK-NEXT: template <class T, int N = 2> T power_reverse(T x, T &x_bar, T power_bar = 1);
template <class T, int N = 2> [[ad::differentiate(reverse)]] T power(T x) { return N == 2 ? x * x : x; }
} // namespace a

template <class T> struct Line {
  T slope;
  // CHECK: T at_forward(const Line<T> &this_dot, T x, T x_dot, T &at_dot) const;
  [[ad::differentiate(forward)]] T at(T x) const { return slope * x; }
};

#ifdef PRIVATE
// PRIVATE: error: clang-ad cannot print 'Secret::f_forward': its class has private or protected data
// PRIVATE: note: requested here; the plugin has no such limit
template <class T> class Secret {
  T k;

public:
  [[ad::differentiate(forward)]] T f(T x) const { return k * x; }
};
double secret(Secret<double> &s) { return s.f_forward(s, 1, 1, *new double); }
#endif

int main() {
  double x_bar = 0, dot = 0;
  float single_bar = 0;
  a::power_reverse(3.0, x_bar);
  a::power_reverse<float, 1>(3, single_bar);
  Line<double> line{2}, line_dot{0};
  line.at_forward(line_dot, 3, 1, dot);
#ifdef UNSEEN
  // UNSEEN: error: static assertion failed: clang-ad did not see this use of 'power_reverse'
  a::power_reverse<double, 7>(1, x_bar);
#endif
  return x_bar == 6 && single_bar == 1 && dot == 2 ? 0 : 1;
}

// CHECK: static double power_double_2_reverse(double x, double &x_bar, double power_bar) {
// CHECK: {{^}}template <class T, int N>
// CHECK-NEXT: T power_reverse(T x, T &x_bar, T power_bar) {
// CHECK-NEXT:   if constexpr (__is_same(T, double) && (N == 2)) {
// CHECK-NEXT:     return power_double_2_reverse(x, x_bar, power_bar);
// CHECK-NEXT:   } else if constexpr (__is_same(T, float) && (N == 1)) {
// CHECK-NEXT:     return power_float_1_reverse(x, x_bar, power_bar);
// CHECK-NEXT:   } else {
// CHECK-NEXT:     static_assert(!__is_same(T, T),
// CHECK: auto Line<T>::at_forward(const Line<T> &this_dot, T x, T x_dot, T &at_dot) const -> T {
