// Pointers into a vector between the changes of its size.
#include "vectors.h"
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> w;
    for (int i = 0; i < 5; ++i) {
      w.push_back(v[i % 3] * (i + k));
      double *p = w.data();
      for (std::size_t j = 0; j < w.size(); ++j, ++p)
        *p += 0.1 * v[k] * *p;
      if (w.back() > 6)
        w.pop_back();
    }
    auto it = w.begin() + 1;
    *it *= v[1];
    for (double e : w)
      s += e * e;
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  CHECK_VECTOR(f, {-0.3, 0.7, 5.1});
  return finish();
}
