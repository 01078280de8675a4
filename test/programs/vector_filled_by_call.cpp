// Pointers into a vector that a callee resizes.
#include "vectors.h"
void fill(std::vector<double> &out, const double *x, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1e9)
      return;
    out.push_back(x[i] * x[0]);
  }
}
void walk(const double *p, const double *e, double &s) {
  while (p != e) {
    s += *p * *p;
    ++p;
    if (s > 1e9)
      return;
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> w;
    fill(w, v.data(), 3);
    fill(w, v.data() + k, 1);
    walk(w.data(), w.data() + w.size(), s);
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
