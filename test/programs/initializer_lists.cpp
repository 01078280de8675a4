// std::initializer_list: in loops, as arguments of functions and algorithms.
#include "scalars.h"
#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <vector>

[[ad::differentiate(forward, reverse)]]
double looped(double x, double y) {
  double s = 1;
  for (double each : {x, x * y, std::sin(x), 2.0})
    s = s * each + each;
  for (const auto &each : {x, y})
    s *= each;
  return s;
}

static double sum_of_squares(std::initializer_list<double> values) {
  double s = 0;
  for (double v : values)
    s += v * v;
  return s / values.size();
}

static double product(std::initializer_list<double> values) {
  double s = 1;
  for (auto it = values.begin(); it != values.end(); ++it)
    s *= *it;
  return s;
}

[[ad::differentiate(forward, reverse)]]
double passed(double x, double y) {
  double s = sum_of_squares({x, 2 * x, 3.0}) * product({x, y});
  for (int i = 0; i < 3; ++i)
    s += sum_of_squares({s, x * i}) * product({});
  return s;
}

[[ad::differentiate(forward, reverse)]]
double algorithms(double x, double y) {
  auto list = {x, y, x * y};
  double s = std::accumulate(list.begin(), list.end(), 0.0);
  return s * std::max({x, y, 0.5}) * std::min({x * 3, y}) + list.size();
}

int main() {
  CHECK_SCALARS(looped, {0.7, 1.3});
  CHECK_SCALARS(passed, {0.7, 1.3});
  CHECK_SCALARS(algorithms, {0.7, 1.3});
  return finish();
}
