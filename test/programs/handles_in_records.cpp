// A vector of views that lives for one iteration.
#include "vectors.h"
struct View {
  double *p;
  int n;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> w = v;
    std::vector<View> views;
    for (int i = 0; i < 3; ++i)
      views.push_back({&w[i], 3 - i});
    for (const View &q : views)
      for (int i = 0; i < q.n; ++i)
        q.p[i] *= 1 + 0.1 * v[k];
    views[0] = views[2];
    *views[0].p *= s + 1;
    std::vector<View> copy = views;
    for (auto &q : copy)
      s += *q.p * *q.p;
    if (s > 1e8)
      break;
  }
  return s;
}
int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
