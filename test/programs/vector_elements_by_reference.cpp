// Elements of vectors passed by reference to a function that keeps references to them.
#include "vectors.h"

double power(double &r, int d) {
  if (d <= 0)
    return 0.5 * r;
  double &v = 0.5 > r ? r : r;
  v *= 1.5;
  return 0.5 * v * power(r, d - 1);
}

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> w(2, std::vector<double>(4, v[0]));
  w[1].back() = power(w[1][1], 3);
  return w[1][3] * v[1] + w[1][1];
}
} // namespace rows

namespace grown {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w{v[0]};
  w.push_back(v[0] * v[1]);
  w.push_back(v[1]);
  w[0] = power(w[2], 3);
  w.push_back(w[2]);
  return w[0] * v[1] + w[3] + power(w[3], 2);
}
} // namespace grown

int main() {
  CHECK_CASE(rows, {0.3, 0.7, 1.1});
  CHECK_CASE(grown, {0.3, 0.7, 1.1});
  return finish();
}
