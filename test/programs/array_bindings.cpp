// Structured bindings that copy a C array: variables of their own, whatever becomes of the array.
#include "vectors.h"

namespace rows_of_indices {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  static constexpr int Edges[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
  double s = 0;
  for (auto [a, b] : Edges)
    s += v[a] * v[b] * v[a];
  return s;
}
} // namespace rows_of_indices

namespace rows_of_numbers {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double rows[2][2] = {{v[0], v[1]}, {v[2], v[3]}};
  double s = 0;
  for (auto [a, b] : rows) {
    a *= 2;
    s += a * b;
  }
  double q[3] = {v[0], v[1], 2};
  auto [x, y, z] = q;
  q[1] *= v[3];
  x += 1;
  return s * x + y * z + q[0] + q[1] * rows[1][0];
}
} // namespace rows_of_numbers

namespace rows_of_objects {
struct Table {
  int at[2][2];
};
static const Table Tables[] = {{{{0, 1}, {2, 3}}}, {{{0, 2}, {1, 3}}}};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 0;
  for (auto &t : Tables)
    for (const auto [a, b] : t.at)
      s += v[a] * v[b] * v[a];
  for (const auto &[a, b] : Tables[1].at)
    s *= v[a] + b;
  return s;
}
} // namespace rows_of_objects

int main() {
  CHECK_CASE_TWICE(rows_of_indices);
  CHECK_CASE_TWICE(rows_of_numbers);
  CHECK_CASE_TWICE(rows_of_objects);
  return finish();
}
