// Template arguments that an annotated template is called with.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify=mutable -DMUTABLE %s
template <class T>
// expected-note@+1 {{derivative of 'same<double *>' requested here}}
[[ad::differentiate(reverse)]] T same(T x) { return x; }

template <class F>
// expected-note@+2 {{derivative of 'apply<Square>' requested here}}
// expected-note@+1 {{annotate a function that calls it, or give the class a name outside of functions}}
[[ad::differentiate(reverse)]] double apply(const F &f, double x) { return f(x); }

template <class T>
// mutable-note@+1 {{derivative of 'sum<const double *>' requested here}}
[[ad::differentiate(reverse)]] double sum(
    T x, // mutable-note {{write the parameter as a pointer or reference to the element type, so that the derivative's storage can be written}}
    int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

void use(double *x, double *x_bar, const double *y, const double *y_bar) {
  sum_reverse(x, x_bar, 3);
#ifdef MUTABLE
  // mutable-error@+1 {{cannot differentiate 'sum<const double *>' with these template arguments: parameter 'x_bar' of 'sum_reverse<const double *>' has type 'const double *&', but the derivative needs 'double *'}}
  sum_reverse(y, y_bar, 3);
#else
  struct Square {
    double operator()(double x) const { return x * x; }
  };
  // expected-error@+1 {{cannot differentiate 'same<double *>' with these template arguments: it returns a pointer or a reference}}
  same_reverse(x, x_bar, x_bar);
  Square square_bar;
  double bar = 0;
  // expected-error@+1 {{cannot differentiate 'apply<Square>': nothing outside of its function can name 'Square'}}
  apply_reverse(Square(), square_bar, 2, bar);
#endif
}
