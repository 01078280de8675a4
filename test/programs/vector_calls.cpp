// Vectors into and out of functions: by const reference, reference and value, returned; recursion.
#include "vectors.h"

static double norm(const std::vector<double> &v) {
  double s = 0;
  for (double x : v)
    s += x * x;
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (v[i] > 5)
      return s;
    s += v[i] * v[i - 1];
  }
  return std::sqrt(s);
}
static void scale(std::vector<double> &v, double by) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] > 100)
      return;
    v[i] *= 0.25 * by + v[i];
  }
}
static std::vector<double> running(std::vector<double> v, int depth) {
  if (depth > 0) {
    for (std::size_t i = 1; i < v.size(); ++i)
      v[i] += 0.25 * v[i - 1] * v[i];
    return running(v, depth - 1);
  }
  v.push_back(v[0]);
  return v;
}
static void grow(std::vector<double> &v, double x, int n) {
  for (int i = 0; i < n; ++i) {
    if (i > 7)
      return;
    v.push_back(x * v.back());
  }
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w = v;
  double s = norm(w);
  scale(w, s);
  std::vector<double> r = running(w, 2);
  grow(r, v[1], 3);
  s += norm(r) * norm(v);
  for (int k = 0; k < 2; ++k) {
    std::vector<double> t = running(v, k);
    scale(t, s);
    s += norm(t);
  }
  return s + r.back() * r[1];
}

int main() {
  CHECK_VECTOR(f, {0.5, 0.75, 0.25});
  CHECK_VECTOR(f, {0.3, -0.2, 0.6, 0.1});
  return finish();
}
