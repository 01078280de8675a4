// Objects that are passed around by their base, for programs that keep them behind smart pointers.
#ifndef AD_TEST_VALUED_H
#define AD_TEST_VALUED_H

struct Base {
  double a;
  Base(double a) : a(a) {}
  virtual ~Base() = default;
  virtual double value(double x) const { return a * x; }
};
struct Der : Base {
  double b;
  Der(double a, double b) : Base(a), b(b) {}
  double value(double x) const override { return a * x * x + b; }
};
struct Rec {
  double u, w;
};

#endif
