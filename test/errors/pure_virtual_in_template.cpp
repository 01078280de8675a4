// Pure virtual methods of class templates.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
template <class T> struct Shape {
  // expected-note@+1 {{derivative of 'Shape<double>::area' requested here}}
  [[ad::differentiate(reverse)]] virtual T area(T r) const = 0;
  // expected-note@+1 {{derivative of 'Shape<double>::length' requested here}}
  [[ad::differentiate(forward)]] virtual T length(T r) const = 0;
  virtual ~Shape() = default;
};
struct Disc : Shape<double> {
  double area(double r) const override { return 3 * r * r; }
  double length(double r) const override { return 6 * r; }
};
double slope(const Shape<double> &s, Shape<double> &s_bar, double r) {
  double r_bar = 0;
  // expected-error@+1 {{cannot differentiate 'Shape<double>::area', a pure virtual method of a template}}
  s.area_reverse(s_bar, r, r_bar, 1.0);
  return r_bar;
}
double growth(const Shape<double> &s, const Shape<double> &s_dot, double r) {
  double length_dot;
  // expected-error@+1 {{cannot differentiate 'Shape<double>::length', a pure virtual method of a template}}
  return s.length_forward(s_dot, r, 1.0, length_dot);
}
