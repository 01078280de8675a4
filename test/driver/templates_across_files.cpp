// Instances in several files, in a precompiled header, and instantiated by hand in one of them.
// RUN: mkdir -p %t && cd %t
// RUN: %clang_ad_plugin -DUSE -c %s -o use.o && %clang_ad_plugin -DOTHER -c %s -o other.o
// RUN: %clang_ad_plugin use.o other.o -o both && ./both
// RUN: %clang_ad_plugin -x c++-header %s -o header.pch
// RUN: %clang_ad_plugin -DUSE -include-pch header.pch -x c++ %s -c -o with_header.o
// RUN: %clang_ad_plugin with_header.o other.o -o header && ./header
#ifndef HEADER
#define HEADER
template <class T> [[ad::differentiate(reverse)]] T square(T x) { return x * x; }
inline double slope(double x) {
  double bar = 0;
  square_reverse(x, bar);
  return bar;
}
template <class T> struct S {
  T k;
  [[ad::differentiate(reverse)]] T inside(T x) const { return k * x; }
  [[ad::differentiate(reverse)]] T outside(T x) const;
};
template <class T> T S<T>::outside(T x) const { return k * x * x; }
#endif

#ifdef USE
extern template struct S<double>;
double other(double x);
int main() {
  S<double> s{2}, s_bar{0};
  double bar = 0;
  s.inside_reverse(s_bar, 1, bar);
  s.outside_reverse(s_bar, 1, bar);
  return bar == 6 && s_bar.k == 2 && slope(3) == 6 && other(3) == 12 ? 0 : 1;
}
#endif
#ifdef OTHER
template struct S<double>;
double other(double x) { return 2 * slope(x); }
#endif
