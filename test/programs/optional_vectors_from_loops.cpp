// Functions that return no vector from inside of a loop.
#include "vectors.h"
#include <cmath>
#include <optional>

namespace factors {
using Matrix = std::vector<std::vector<double>>;

std::optional<Matrix> cholesky(Matrix a) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    for (std::size_t k = 0; k < j; ++k)
      a[j][j] -= a[j][k] * a[j][k];
    if (a[j][j] <= 0)
      return std::nullopt;
    a[j][j] = std::sqrt(a[j][j]);
    for (std::size_t i = j + 1; i < a.size(); ++i) {
      for (std::size_t k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
      a[j][i] = 0;
    }
  }
  return a;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  if (auto l = cholesky({{4 + v[0], v[1]}, {v[1], 3 + v[2]}})) {
    double s = 0;
    for (std::size_t i = 0; i < l->size(); ++i)
      s += std::log((*l)[i][i]);
    if (!cholesky({{1, 2}, {2, v[3]}}))
      s *= v[3];
    return s;
  }
  return v[0];
}
} // namespace factors

namespace found {
std::optional<std::vector<double>> find(const std::vector<std::vector<double>> &rows,
                                        double least) {
  for (const auto &r : rows) {
    double s = 0;
    for (double x : r) {
      s += x;
      if (s > 100)
        return std::nullopt;
    }
    if (s > least)
      return r;
  }
  return std::nullopt;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> rows{{v[0], v[1]}, {v[2], v[3], 1}, {5}};
  double s = 0;
  for (double least : {1.0, 2.5, 4.0, 99.0}) {
    auto r = find(rows, least);
    s += r ? (*r)[0] * double(r->size()) + least * r->back() : v[1];
  }
  return s;
}
} // namespace found

int main() {
  CHECK_CASE_TWICE(factors);
  CHECK_CASE_TWICE(found);
  return finish();
}
