// Containers of records whose first elements are constants: two of them, whose derivatives are
// zeros, are two, not one whose members are zeros.
#include "vectors.h"
#include <deque>
#include <list>
#include <utility>

struct Point {
  double x, y;
};

namespace vectors {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<Point> p{{1, 2}, {3, 4}};
  std::vector<std::pair<double, double>> q = {{0.5, 2}, {3, 0.25}};
  p[1].x = x[0] * x[1];
  q[1].second *= x[2];
  p.push_back({x[0], q[1].second});
  return p[1].x * p[2].y + q[1].second * p[0].y + p.back().x;
}
} // namespace vectors

namespace lists {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::list<std::pair<double, double>> l{{0.25, 0.5}, {0.75, 1}};
  std::deque<Point> d = {{1, 2}, {3, 4}};
  l.push_back({x[0], x[1] * x[1]});
  d[1].y = x[2];
  d.push_front({x[0], d[1].y});
  return l.back().second * l.front().first + l.back().first * d.back().y * d.front().x;
}
} // namespace lists

int main() {
  CHECK_CASE(vectors, {0.5, 1.5, -0.75});
  CHECK_CASE(lists, {0.5, 1.5, -0.75});
  return finish();
}
