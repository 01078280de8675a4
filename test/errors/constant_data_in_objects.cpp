// Objects with derivatives that hold pointers to constant data, in members that are not marked
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
const double data[] = {1, 2, 3};
struct Table {
  const double *p;
  double scale;
  double at(int i) const { return p[i] * scale; }
};
struct Fixed {
  const double *p;
  double scale;
  explicit Fixed(double s)
      // expected-error@+2 {{cannot differentiate: this pointer may lead to storage that carries derivatives, but what it is set to here has none}}
      // expected-note@+1 {{keep pointers to constant data in variables of their own, or in members marked [[ad::constant]]}}
      : p(data), scale(s) {}
  double at(int i) const { return p[i] * scale; }
};

// expected-note@+1 {{derivative of 'made' requested here}}
[[ad::differentiate(reverse)]]
double made(double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: where the pointers in this object of type 'Table' lead is not known}}
  // expected-note@+1 {{set its fields one by one, and mark those that lead to constants [[ad::constant]]}}
  Table t{data, x};
  return t.at(1);
}

// expected-note@+1 {{derivative of 'constructed' requested here}}
[[ad::differentiate(reverse)]]
double constructed(double x) {
  Fixed t(x);
  return t.at(1);
}

// Marked, it is no handle.
struct Marked {
  [[ad::constant]] const double *p;
  double scale;
  double at(int i) const { return p[i] * scale; }
};
[[ad::differentiate(forward, reverse)]]
double marked(double x) {
  Marked t{data, x};
  return t.at(1);
}
