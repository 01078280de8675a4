// Vectors that are filled from another vector, or with one of several values.
#include "vectors.h"

namespace range_of_a_parameter {
static double tail(std::vector<double> &r, double s) {
  std::vector<double> w(3, s);
  r = std::move(w);
  w.assign(2, 0.5);
  w.assign(r.begin(), r.end());
  w.insert(w.end(), r.begin(), r.end());
  r[0] *= w[4];
  return w[2] * w[3] + r[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> r = {v[1], v[2]};
  return tail(r, v[0]) * v[1] + r[2];
}
} // namespace range_of_a_parameter

namespace choice_of_places {
static double last(double s, double t) {
  std::vector<std::vector<double>> x = {std::vector<double>(3, (0.5 >= s ? s : t)),
                                        std::vector<double>(2, s)};
  return x[0].back() * x[1][0];
}
template <class F> static double repeated(F f, double x, double y, int n) {
  while (n-- > 0)
    x = f(x, y);
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  const double &z = v[1];
  std::vector<std::vector<double>> w = {std::vector<double>(3, z),
                                        std::vector<double>(2, repeated(last, v[0], v[2], 3))};
  return w[0][1] * w[1][0];
}
} // namespace choice_of_places

int main() {
  CHECK_CASE(range_of_a_parameter, {0.3, 0.7, 1.1});
  CHECK_CASE(choice_of_places, {0.3, 0.7, 1.1});
  return finish();
}
