// Slices and masks of std::valarray.
#include "arrays.h"
#include <cstddef>
#include <valarray>
#define BOTH [[ad::differentiate(forward, reverse)]]
using Array = std::valarray<double>;

// Rows and columns of a matrix.
BOTH double rowsAndColumns(const double *x, int) {
  const Array m(x, 6);
  double s = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    Array row = m[std::slice(i * 3, 3, 1)];
    s += row.sum() * row.max();
  }
  for (std::size_t j = 0; j < 3; ++j)
    s += Array(m[std::slice(j, 2, 3)]).min() * x[j];
  return s;
}

BOTH double assigned(const double *x, int n) {
  Array m(x, n);
  const Array old = m;
  const std::slice inner(1, n - 2, 1);
  m[inner] = old[std::slice(0, n - 2, 1)] * 0.5 + old[std::slice(2, n - 2, 1)];
  m[inner] *= Array(x[0], n - 2);
  m[std::slice(0, 2, 3)] += m[std::slice(1, 2, 3)];
  m[std::slice(2, 1, 1)] = x[1];
  m[std::slice(0, 2, 1)] -= Array{x[2], x[0]};
  return (m * m).sum();
}

BOTH double masked(const double *x, int n) {
  Array m(x, n);
  m[m > 1.0 && !(m > 2.0)] = x[0];
  const std::valarray<bool> negative = m < 0.0;
  m[negative] = 0.5 * x[1];
  const Array some = m[m >= x[3] * 0.9 || m < 0.1];
  double s = (some * some).sum() * double(some.size());
  Array rest(m[m != x[0]]);
  return s + rest.sum();
}

int main() {
  CHECK_ARRAY(rowsAndColumns, {0.5, 1.5, 0.75, -0.3, 2.5, 1.25});
  CHECK_ARRAY(assigned, {0.5, 1.5, 0.75, -0.3, 2.5, 1.25});
  CHECK_ARRAY(masked, {0.5, 1.5, 0.75, -0.3, 2.5, 1.25});
  return finish();
}
