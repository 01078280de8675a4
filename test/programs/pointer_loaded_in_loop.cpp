// Pointers that are loaded from a record which each iteration sets anew: in arithmetic, in choices,
// as arguments.
#include "arrays.h"

#define BOTH [[ad::differentiate(forward, reverse)]]

struct View {
  double *at;
  int n;
};
double sum(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += p[i] * p[i];
  if (n > 100)
    return 0;
  return s;
}
void scale(double *p, int n, double by) {
  for (int i = 0; i < n; ++i) {
    if (i > 100)
      return;
    p[i] *= by;
  }
}
struct Holder {
  View v;
  double *first() const { return v.at; }
  double total() const {
    double s = 0;
    for (int i = 0; i < v.n; ++i) {
      if (i > 50)
        return s;
      s += v.at[i] * (v.at + i)[0];
    }
    return s;
  }
};

BOTH double f(const double *x, int n) {
  double a[4] = {}, b[4] = {}, s = 0;
  View v, w;
  Holder h;
  for (int k = 0; k < n; ++k) {
    v.at = k % 2 ? a : b;
    v.n = 2;
    w.at = v.at + 1;
    w.n = 1;
    (v.at + k % 2)[0] = x[k] * x[k];
    *(w.at + 1) = x[k] + *(k ? v.at : w.at);
    s += sum(v.at, 3) * sum(w.at + 1, 1);
    scale(v.at + 1, 2, x[k]);
    h.v = k % 3 ? w : v;
    s += h.total() + h.first()[1] * (h.v.at + 1)[0];
  }
  return s + (v.at + 1)[0] * w.at[0];
}

int main() {
  CHECK_ARRAY(f, {0.5, 1.5, -0.75, 0.3});
  return finish();
}
