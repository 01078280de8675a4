// Template arguments of all kinds; receivers, arrays and lists that depend on them.
#include "harness.h"

#include <utility>
template <class... T> struct Pack {
  double k;
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double f(double x) const {
    return k * x * sizeof...(T);
  }
};
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] [[nodiscard]] constexpr T
ce(T x) noexcept {
  return x * x;
}
struct R {
  double k;
  template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T f(T x) && {
    return k * x;
  }
  template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T g(T x) & {
    k *= x;
    return k;
  }
};
template <auto N>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double autop(double x) {
  return x * N;
}
enum class E { a, b };
template <E e> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double en(double x) {
  if constexpr (e == E::a)
    return x;
  else
    return 2 * x;
}
template <bool B, char C>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double bc(double x) {
  return B ? x * C : x;
}
double k3 = 3;
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T rec(T x, int n) {
  return n == 0 ? x : rec(x * x, n - 1) * x;
}
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] void mat(const T (*a)[2], const T *x,
                                                                       T *y) {
  for (int i = 0; i < 2; ++i) {
    y[i] = 0;
    for (int j = 0; j < 2; ++j)
      y[i] += a[i][j] * x[j];
  }
}
template <class T> struct Node {
  T v;
  Node *next;
};
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T walk(const Node<T> *n) {
  T s = 0;
  for (; n; n = n->next)
    s += n->v * n->v;
  return s;
}
namespace ns {
struct Tag {
  double w;
};
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double adl(const T &t, double x) {
  return t.w * x;
}
} // namespace ns
template <class A, class B>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double two(const A &a, const B &b) {
  return a.w * b.w;
}
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T overwritten(T x) {
  T y = x;
  x = x * y;
  x = x * y;
  return x;
}
int main() {
#ifndef NO_AD
  double b = 0, d;
  expect("", ce_reverse(3.0, b), 9);
  expect("ce", b, 6);
  b = 0;
  R r{2}, rb{0};
  std::move(r).f_reverse(rb, 3.0, b);
  expect("r", b, 2);
  expect("rb", rb.k, 3);
  b = 0;
  rb.k = 0;
  r.g_reverse(rb, 3.0, b);
  expect("g", b, 2);
  expect("gk", rb.k, 3);
  b = 0;
  autop_reverse<4>(1, b);
  expect("auto", b, 4);
  b = 0;
  autop_reverse<-4l>(1, b);
  expect("auto", b, -4);
  b = 0;
  en_reverse<E::a>(1, b);
  en_reverse<E::b>(1, b);
  expect("enum", b, 3);
  b = 0;
  bc_reverse<true, 'a'>(1, b);
  bc_reverse<false, ' '>(1, b);
  expect("bc", b, 98);
  b = 0;
  rec_reverse(2.0, b, 2);
  expect("rec", b, 7 * 64.0);
  b = 0;
  double a[2][2] = {{1, 2}, {3, 4}}, ab[2][2] = {}, x[2] = {5, 6}, xb[2] = {}, y[2], yb[2] = {1, 1};
  mat_reverse(a, ab, x, xb, y, yb);
  expect("mat", xb[0], 4);
  expect("mat", ab[1][0], 5);
  expect("y", y[1], 39);
  Node<double> n2{2, nullptr}, n1{1, &n2}, m2{0, nullptr}, m1{0, &m2};
  walk_reverse(&n1, &m1);
  expect("walk", m2.v, 4);
  ns::Tag t{2}, tb{0};
  adl_reverse(t, tb, 3, b);
  expect("adl", tb.w, 3);
  b = 0;
  ns::Tag u{5}, ub{0};
  tb.w = 0;
  two_reverse(t, tb, u, ub);
  expect("two", tb.w, 5);
  expect("two", ub.w, 2);
  overwritten_forward(2.0, 1.0, d);
  expect("ow", d, 12);
#else
  expect("nothing", 0, 0);
#endif
  return finish();
}
