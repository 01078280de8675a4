// What the rewriter has no words for: forwarding references, templates as parameters, partial
// Beyond clang-ad: a text defines a template once.
// specialisations, explicit instantiations of companions.
#include "harness.h"
template <class T> [[ad::differentiate(reverse)]] T inst(T x) { return x * x; }
template double inst<double>(double);
#ifndef NO_AD
template double inst_reverse<double>(double, double &, double);
#endif
template <class T> [[ad::differentiate(reverse)]] double first(T &&x) { return x * x; }
template <class T> struct Box {
  T v;
};
template <template <class> class C, class T> [[ad::differentiate(reverse)]] T unbox(const C<T> &b) {
  return b.v * b.v;
}
template <class T> struct Outer {
  T w;
};
template <class T> struct Outer<T *> {
  T w;
  [[ad::differentiate(reverse)]] T h(T x) const { return w * x * x; }
};
template <class... T> struct Pack {
  double k;
  [[ad::differentiate(reverse)]] double f(double x) const { return k * x * sizeof...(T); }
};
double three = 3;
template <const double &K> [[ad::differentiate(reverse)]] double refers(double x) { return x * K; }
int main() {
#ifndef NO_AD
  double b = 0;
  inst_reverse(2.0, b);
  expect("instantiated by hand", b, 4);
  b = 0;
  double l = 2;
  first_reverse(l, b);
  expect("lvalue", b, 4);
  b = 0;
  first_reverse(2.0, b);
  expect("rvalue", b, 4);
  b = 0;
  Box<double> box{3}, box_bar{0};
  unbox_reverse(box, box_bar);
  expect("box", box_bar.v, 6);
  Outer<double *> o{2}, o_bar{0};
  o.h_reverse(o_bar, 3, b);
  expect("partial specialisation", b, 12);
  expect("of the object", o_bar.w, 9);
  b = 0;
  Pack<int, char> p{2}, p_bar{0};
  p.f_reverse(p_bar, 3, b);
  expect("pack", b, 4);
  b = 0;
  refers_reverse<three>(1, b);
  expect("reference", b, 3);
#else
  expect("nothing", 0, 0);
#endif
  return finish();
}
