// Explicit specialisations of annotated templates and members are what is differentiated.
#include "harness.h"
template <class T> struct S {
  T k;
  [[ad::differentiate(reverse)]] T m(T x) const { return k * x; }
  template <class U> [[ad::differentiate(reverse)]] U mt(U x) const { return k * x; }
};
template <> double S<double>::m(double x) const { return k * x * x; }
template <> template <> double S<double>::mt<double>(double x) const { return k * x * x * x; }
template <class T> [[ad::differentiate(reverse)]] T c(T x, [[ad::constant]] T s) { return s * x; }
template <> double c<double>(double a, double b) { return a * a * b; }
[[ad::differentiate(reverse)]] double uses(double x) {
  S<double> s{x};
  return c(x, x) + s.m(x) + s.mt(x);
}
int main() {
#ifndef NO_AD
  double b = 0;
  S<double> s{2}, sb{0};
  s.m_reverse(sb, 3, b);
  expect("spec member", b, 12);
  b = 0;
  s.mt_reverse(sb, 2.0, b);
  expect("spec member template", b, 24);
  b = 0;
  c_reverse(3.0, b, 4.0);
  expect("c", b, 24);
  b = 0;
  uses_reverse(2.0, b);
  expect("uses", b, 2 * 2 * 2 + 3 * 4 + 4 * 8);
  b = 0;
  S<float> f{2}, fb{0};
  float g = 0;
  f.m_reverse(fb, 3, g);
  expect("f", g, 2);
#else
  expect("nothing", 0, 0);
#endif
  return finish();
}
