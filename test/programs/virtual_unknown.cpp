// An object of a class that this file does not know is an exception, before any adjoint is touched.
#include "virtual_unknown.h"
#include "harness.h"

struct Plain : Law {
  double k = 0.5;
  double at(double x) const override { return k * x * x; }
};

[[ad::differentiate(forward, reverse)]]
double sum(const Law &l, double x) {
  double t = 0;
  for (int i = 0; i < 3; ++i)
    t += l.at(x * i);
  return t * x;
}

// Behind a test that is false, the class need not be known.
[[ad::differentiate(forward, reverse)]]
double guarded(const Law &l, double x, bool use) {
  return use ? l.at(x) : x * x;
}

int main() {
  const Law &l = foreign();
  expect("the primal", sum(l, 2), (0 + 10 + 20) * 2.0);
  Plain p;
  expect("the primal of a known class", sum(p, 2), 0.5 * 20 * 2);
#ifndef NO_AD
  Plain l_bar;
  double x_bar = 7, f_dot = 0;
  int thrown = 0;
  try {
    sum_reverse(l, l_bar, 2, x_bar);
  } catch (const std::exception &) {
    ++thrown;
  }
  try {
    sum_forward(l, l_bar, 2, 1, f_dot);
  } catch (const std::exception &) {
    ++thrown;
  }
  expect("exceptions", thrown, 2);
  expect("adjoint of x", x_bar, 7);
  expect("adjoint of the object", l_bar.k, 0.5);
  expect("guarded", guarded_reverse(l, l_bar, 2, x_bar, false), 4);
  expect("adjoint of x", x_bar, 11);
#endif
  return finish();
}
