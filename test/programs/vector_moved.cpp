// Vectors that were moved from are empty; storage goes with the move.
#include "vectors.h"
#include <utility>

namespace case0 {
double take(std::vector<double> w) {
  double s = 0;
  for (double e : w)
    s += e * e;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a = v;
  for (double &e : a)
    e *= v[0];
  double s = take(std::move(a));
  s += a.size();
  a.push_back(s * v[1]);
  a.push_back(v[2]);
  for (double e : a)
    s += e * e;
  return s;
}
} // namespace case0

namespace case1 {
struct Box {
  std::vector<double> a;
  double k;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  Box b{v, v[1]};
  for (double &e : b.a)
    e *= v[0];
  Box c = std::move(b);
  double s = 0;
  for (double e : c.a)
    s += e * e * c.k;
  s += b.a.size();
  b = std::move(c);
  for (double e : b.a)
    s += e * e * b.k;
  s += c.a.size();
  for (double e : c.a)
    s += e * v[0];
  return s;
}
} // namespace case1

int main() {
  CHECK_CASE(case0, {0.3, 0.7, 1.1});
  CHECK_CASE(case1, {0.3, 0.7, 1.1});
  return finish();
}
