// push_back, pop_back, resize, clear, assign, reserve, emplace_back, in and out of loops.
#include "vectors.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> y;
  y.reserve(4);
  double s = 0;
  for (double x : v) {
    y.push_back(x * x);
    if (x > 0)
      y.emplace_back(std::sin(x) * y.back());
    s += y.back() * y[0];
  }
  while (y.size() > 3) {
    s *= 1 + 0.1 * y.back();
    y.pop_back();
  }
  y.resize(5);
  y[4] = s * v[0];
  y[3] += y[4] * y[1];
  y.resize(7, v[1]);
  y[0] *= y[6];
  for (double x : y)
    s += x * x;
  y.clear();
  y.push_back(s);
  y.assign(3, s * v[2]);
  y[1] *= y[0];
  return y[0] + y[1] * y[2];
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(const std::vector<double> &v) {
  std::vector<double> y(v.size(), 1.0);
  for (std::size_t k = 0; k < v.size(); ++k) {
    std::vector<double> t;
    for (std::size_t i = 0; i <= k; ++i) {
      t.push_back(v[i] * y[k]);
      y[k] += t.back() * t[i];
    }
    if (k == 1)
      continue;
    while (!t.empty()) {
      y[k] *= 1 + 0.25 * t.back();
      t.pop_back();
      if (t.size() == 1)
        break;
    }
    if (k == 2)
      t.resize(3, v[k]);
    for (double x : t)
      y[0] += x * v[k];
  }
  double s = 0;
  for (double x : y)
    s += x * x;
  return s;
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {-0.5, -1.5, -0.75});
  CHECK_VECTOR(g, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(g, {0.5, 0.25, 0.6, 0.3, -0.2});
  return finish();
}
