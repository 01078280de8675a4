// Constructors that take a std::initializer_list of lists or of vectors, as matrices do.
#include "vectors.h"
#include <array>
#include <complex>

namespace matrices {
template <class T> struct Matrix {
  std::size_t columns;
  std::vector<T> elements;
  Matrix(std::initializer_list<std::initializer_list<T>> rows) : columns(rows.begin()->size()) {
    for (const auto &row : rows)
      for (const T &each : row)
        elements.push_back(each);
  }
  const T &operator()(std::size_t i, std::size_t j) const { return elements[i * columns + j]; }
};
struct Square {
  std::array<std::array<double, 2>, 2> at;
  Square(std::initializer_list<std::initializer_list<double>> rows) {
    int i = 0;
    for (auto row : rows) {
      int j = 0;
      for (double each : row)
        at[i][j++] = each;
      ++i;
    }
  }
};
struct Flat {
  double at[4];
  Flat(std::initializer_list<std::initializer_list<double>> rows) {
    int k = 0;
    for (auto row = rows.begin(); row != rows.end(); ++row)
      for (auto each = row->begin(); each != row->end(); ++each)
        at[k++] = *each;
  }
};
struct Rows {
  std::vector<std::vector<double>> at;
  Rows(std::initializer_list<std::vector<double>> rows) : at(rows) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  const Matrix<double> column{{x[0]}, {x[1]}}, all{{x[0], x[1], 2}, {1, x[0] * x[1], x[2]}};
  const Square square{{x[0], 3}, {x[1], x[2]}};
  const Flat flat{{x[2], x[0]}, {x[1], x[1] * x[1]}};
  const Rows rows{{x[2]}, {x[0], x[1]}};
  return column(1, 0) * all(0, 1) * all(1, 2) + all(1, 1) * square.at[0][0] * square.at[1][1] +
         flat.at[0] * flat.at[3] + flat.at[1] * rows.at[1][1] * rows.at[0][0];
}
} // namespace matrices

namespace complex_numbers { // from a range of real ones
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<std::complex<double>> z(x.begin(), x.end());
  for (auto &each : z)
    each *= std::complex<double>(0.5, x[0]);
  return std::norm(z[0] + z[1] * z[2]);
}
} // namespace complex_numbers

int main() {
  CHECK_CASE(matrices, {0.7, 0.4, 0.6});
  CHECK_CASE(complex_numbers, {0.7, 0.4, 0.6});
  return finish();
}
