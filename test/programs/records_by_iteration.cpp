// Objects of a class with constructors, kept as a whole for each iteration of one, two and three
// loops.
#include "arrays.h"
#include <cmath>
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct C {
  double v, w;
  C() : v(1), w(2) {}
  C(double a, double b) : v(a), w(b) {}
};
static double product(C c, int k) {
  return k > 0 ? c.v * c.w + product(C(c.v, 0.5), k - 1) : c.v * std::sin(c.w);
}
AD_MODES double one(const double *x, int n) {
  C at[3] = {C(x[0], 1), C(x[1], 2), C(x[2], 3)};
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    C *p = at + i % 3;
    s += product(*p, 2);
    *p = C(p->v * x[n - 1], p->w + 1);
  }
  return s;
}
AD_MODES double two(const double *x, int n) {
  C at[3] = {C(x[0], 1), C(x[1], 2), C(x[2], 3)};
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n - 1; ++j) {
      C *p = at + (i + j) % 3;
      s += product(*p, 3);
      *p = C(p->v * x[j], p->w + 0.1);
    }
  return s;
}
AD_MODES double three(const double *x, int n) {
  C at[3] = {C(x[0], 1), C(x[1], 2), C(x[2], 3)};
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) {
        C *p = at + (i + j + k) % 3;
        s += product(*p, 1) / n;
        *p = C(p->v * x[j], p->w + 0.1);
      }
  return s;
}

int main() {
  CHECK_ARRAY(one, {0.7, 1.3, -0.4});
  CHECK_ARRAY(two, {0.7, 1.3, -0.4});
  CHECK_ARRAY(two, {0.7, 1.3, 0.4, 0.9});
  CHECK_ARRAY(three, {0.7, 1.3, -0.4});
  return finish();
}
