// A vector by const reference: index loop, range-for, front, back, at, data, size, empty.
#include "vectors.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i] * v[i];
  for (double x : v)
    s += std::sin(x) * s;
  for (const double &x : v)
    s -= 0.1 * x * x * x;
  const double *p = v.data();
  if (!v.empty())
    s *= v.front() + v.back() * v.at(1) + p[2];
  for (int i = static_cast<int>(v.size()) - 1; i >= 0; --i)
    s += 0.5 * v[i] * s;
  return s / v.size();
}

int main() {
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.2, -0.4, 0.9});
  return finish();
}
