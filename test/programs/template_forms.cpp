// Templates in all their forms: overloads, constraints, specialisations, nested and derived
// classes, uses inside of other templates.
#include "harness.h"
#if __cplusplus >= 202002L
#include <concepts>
template <std::floating_point T> [[ad::differentiate(reverse)]] T con(T x) { return x * x; }
template <class T>
  requires(sizeof(T) < 4)
[[ad::differentiate(reverse)]] T con(T x) {
  return x;
}
template <class T>
[[ad::differentiate(reverse)]] T trail(T x)
  requires std::floating_point<T>
{
  return x * x * x;
}
#endif
template <class T> [[ad::differentiate(reverse)]] T over(T x) { return x * x; }
template <class T> [[ad::differentiate(reverse)]] T over(T x, T y) { return x * y; }
template <class T> [[ad::differentiate(reverse)]] T over(const T *x) { return x[0] * x[1]; }
[[ad::differentiate(reverse)]] double over(double x, double y, double z) { return x * y * z; }

template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
static inline T branch(T x, int n) {
  if constexpr (sizeof(T) == 8) {
    if (n > 1)
      return x * branch<T>(x, n - 1);
    return x;
  } else
    return x * 2;
}
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>>
[[ad::differentiate(reverse)]] T sfinae(T x) {
  return x * x;
}
template <class T>
[[ad::differentiate(reverse)]] std::enable_if_t<std::is_floating_point_v<T>, T> sfinae2(T x) {
  return x * x;
}
template <class T> [[ad::differentiate(reverse)]] T spec(T x) { return x * x; }
template <> float spec<float>(float z) { return 3 * z; }
template <class T> [[ad::differentiate(reverse)]] T inst(T x) { return x * x; }
template double inst<double>(double);
template <class T> [[ad::differentiate(reverse)]] T ext(T x) { return std::sin(x) * x; }
extern template double ext<double>(double);
template <class T> [[ad::differentiate(reverse)]] void scale([[ad::constant]] T a, T *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= a * x[i];
}
template <template <class> class C, class T> struct Use {};
template <class T> struct Box {
  T v;
};
template <class T> struct Outer {
  struct Inner {
    T w;
    [[ad::differentiate(reverse)]] T f(T x) const { return w * x; }
  };
  template <class U> struct Mid {
    U u;
    template <int K> [[ad::differentiate(reverse)]] U g(T x) {
      u = u * x;
      return u * K;
    }
  };
};
template <> struct Outer<float> {
  float w;
  [[ad::differentiate(reverse)]] float h(float x) const { return w * x * x; }
};
template <class T> struct Base {
  T b;
};
template <class T> struct Derived : Base<T> {
  [[ad::differentiate(reverse)]] T f(T x) const { return this->b * x; }
  using Base<T>::b;
  [[ad::differentiate(reverse)]] T g(T x) const { return b * x; }
};
template <class D> struct Crtp {
  [[ad::differentiate(reverse)]] double go(double x) const { return x * x; }
};
struct Leaf : Crtp<Leaf> {
  double k = 3;
};
// uses inside other templates
#ifndef NO_AD
template <class T> T grad(T x) {
  T b = 0;
  over_reverse(x, b);
  return b;
}
template <class T> struct Later {
  T v;
  T grad() const {
    T b = 0, c = 0;
    over_reverse(v, b, v, c);
    return b + c;
  }
};
#endif

// Requires an adjoint, and clears it.
template <class T> void cleared(T &bar, double wanted) {
  expect("adjoint", bar, wanted);
  bar = 0;
}

int main() {
#ifndef NO_AD
  double b = 0, c = 0, d = 0;
#if __cplusplus >= 202002L
  expect("con", con_reverse(3.0, b), 9);
  cleared(b, 6);
  expect("trail", trail_reverse(2.0, b), 8);
  cleared(b, 12);
#endif
  expect("over", over_reverse(3.0, b), 9);
  cleared(b, 6);
  expect("over2", over_reverse(3.0, b, 4.0, c), 12);
  expect("", b, 4);
  b = c = 0;
  double a2[2] = {2, 3}, ab[2] = {0, 0};
  expect("over3", over_reverse(a2, ab), 6);
  expect("", ab[0], 3);
  expect("over4", over_reverse(2, b, 3, c, 4, d), 24);
  expect("", b, 12);
  b = c = d = 0;
  expect("br", branch_reverse(2.0, b, 3), 8);
  cleared(b, 12);
  double dot;
  expect("brf", branch_forward(2.0, 1.0, 3, dot), 8);
  expect("", dot, 12);
  float f = 0;
  branch_reverse(2.f, f, 3);
  cleared(f, 2);
  sfinae_reverse(2.0, b);
  cleared(b, 4);
  sfinae2_reverse(2.0, b);
  cleared(b, 4);
  spec_reverse(2.0, b);
  cleared(b, 4);
  spec_reverse(2.f, f);
  cleared(f, 3);
  inst_reverse(2.0, b);
  cleared(b, 4);
  ext_reverse(2.0, b);
  cleared(b, std::sin(2.) + 2 * std::cos(2.));
  double xs[2] = {1, 2}, xb[2] = {1, 1};
  scale_reverse(3.0, xs, xb, 2);
  expect("sc", xs[1], 12);
  expect("scb", xb[1], 12);
  Outer<double>::Inner in{2}, in_bar{0};
  expect("in", in.f_reverse(in_bar, 3, b), 6);
  cleared(b, 2);
  expect("", in_bar.w, 3);
  Outer<double>::Mid<float> mid{2}, mid_bar{0};
  expect("mid", mid.g_reverse<5>(mid_bar, 3, b), 30);
  cleared(b, 10);
  expect("", mid_bar.u, 15);
  Outer<float> of{2}, ofb{0};
  of.h_reverse(ofb, 3, f);
  cleared(f, 12);
  Derived<double> de{{2}}, deb{{0}};
  de.f_reverse(deb, 3, b);
  expect("de", b, 2);
  expect("de", deb.b, 3);
  de.g_reverse(deb, 3, b);
  cleared(b, 4);
  expect("de", deb.b, 6);
  Leaf leaf, leaf_bar;
  leaf_bar.k = 0;
  leaf.go_reverse(leaf_bar, 2, b);
  cleared(b, 4);
  expect("grad", grad(3.0), 6);
  expect("grad", grad(3.f), 6);
  expect("later", Later<double>{3}.grad(), 6);
  expect("Later", Later<float>{3}.grad(), 6);
#else
  expect("nothing", 0, 0);
#endif
  return finish();
}
template double ext<double>(double);
