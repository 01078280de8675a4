// What later iterations overwrite is told from the subscripts: rows and columns of a flat matrix,
// triangles, bands, sweeps up and down; and arrays whose rows overlap, where it cannot be told.
#include "harness.h"
#include <cstddef>

#define IN_PLACE(f) [[ad::differentiate(forward, reverse)]] void f(double *A, int n)

IN_PLACE(cholesky) {
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      A[j * n + j] -= 0.1 * A[j * n + k] * A[j * n + k];
    A[j * n + j] = std::sqrt(3 + A[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int k = 0; k < j; ++k)
        A[i * n + j] -= A[i * n + k] * A[j * n + k];
      A[i * n + j] /= A[j * n + j];
    }
  }
}

IN_PLACE(lu) { // also overwrites what it divides
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      A[i * n + k] /= 4 + A[k * n + k];
      for (int j = k + 1; j < n; ++j)
        A[i * n + j] -= A[i * n + k] * A[k * n + j];
    }
}

IN_PLACE(by_columns) { // unsigned counters, the other triangle
  const std::size_t m = static_cast<std::size_t>(n);
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t i = 0; i <= j; ++i) {
      double s = A[j * m + i];
      for (std::size_t k = 0; k < i; ++k)
        s -= A[i * m + k] * A[j * m + k];
      A[j * m + i] = i == j ? s * s : s / (3 + A[i * m + i]);
    }
}

// Rows of n + 1 that begin every n: the last of a row is the first of the next.
IN_PLACE(rows_overlap) {
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j <= n; ++j)
      A[i * n + j] = A[i * n + j] * A[i * n + (n - j)] + 0.5;
}

// The row that is read is written by a later iteration of the outer loop alone.
IN_PLACE(row_above) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < n; ++j)
      A[i * n + j] *= A[(i - 1) * n + j];
}

IN_PLACE(row_below) {
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j < n; ++j)
      A[i * n + j] *= A[(i + 1) * n + j];
}

IN_PLACE(downwards) {
  for (int i = n - 1; i > 0; --i)
    for (int j = n - 1; j >= 0; --j)
      A[i * n + j] *= A[(i - 1) * n + j] + A[i * n + (n - 1 - j)];
}

IN_PLACE(in_steps) {
  for (int i = 0; i + 2 < n * n; i += 2)
    A[i] *= A[i + 1] * A[i + 2];
  for (int i = n * n - 1; i >= 3; i -= 3)
    A[i] *= A[i - 1] + A[i - 3];
}

IN_PLACE(triples) {
  for (int i = 0; 3 * i + 2 < n * n; ++i) {
    A[3 * i] *= A[3 * i + 1];
    A[3 * i + 1] += A[3 * i + 2] * A[3 * i + 2];
    A[3 * i + 2] *= A[3 * i] * A[3 * i + 1];
  }
  for (int i = 0; 3 * i + 5 < n * n; ++i)
    A[3 * i + 1] *= A[3 * i + 4] * A[3 * i + 2];
}

IN_PLACE(planes) { // three subscripts in one
  const int h = n / 2;
  for (int i = 0; i < h; ++i)
    for (int j = 0; j < h; ++j)
      for (int k = 1; k < h; ++k)
        A[(i * h + j) * h + k] *= A[(i * h + j) * h + k - 1] + A[(i * h + (h - 1 - j)) * h + k];
}

IN_PLACE(whole_again) { // the outer loop does not count in the subscript
  for (int sweep = 0; sweep < 3; ++sweep)
    for (int i = 1; i + 1 < n; ++i)
      A[i] = 0.5 * A[i - 1] * A[i + 1] + A[i];
}

IN_PLACE(while_around) {
  int left = 3;
  while (left > 0) {
    for (int i = 1; i < n; ++i)
      A[i] *= A[i - 1];
    --left;
  }
}

IN_PLACE(changing_stride) {
  int width = 2;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 2; ++j)
        A[i * width + j] *= A[i * width + (1 - j)];
    ++width;
  }
}

IN_PLACE(named_rows) {
  for (int i = 1; i < n; ++i) {
    const int row = i * n, above = (i - 1) * n;
    for (int j = 0; j < n; ++j)
      A[row + j] = A[row + j] * A[above + j];
  }
}

IN_PLACE(convolution) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      A[i + j] += 0.3 * A[i] * A[n + j];
}

IN_PLACE(read_after_loop) {
  for (int i = 1; i < n; ++i)
    A[i] *= A[i - 1];
  for (int i = 0; i + 1 < n; ++i)
    A[n + i] = A[i] * A[i + 1] * A[n + i];
  for (int i = 0; i < n; ++i)
    A[n + i] *= A[n + i];
}

#define CHECK_IN_PLACE(f, n)                                                                       \
  check(                                                                                           \
      point, int(point.size()),                                                                    \
      [&](In x, Out y) {                                                                           \
        copy(x, y, int(point.size()));                                                             \
        f(y, n);                                                                                   \
      },                                                                                           \
      AD([&](In x, In x_dot, Out y, Out y_dot) {                                                   \
        copy(x, y, int(point.size()));                                                             \
        copy(x_dot, y_dot, int(point.size()));                                                     \
        f##_forward(y, y_dot, n);                                                                  \
      }),                                                                                          \
      AD([&](In x, Out x_bar, Out y, In y_bar) {                                                   \
        std::vector<double> b(y_bar, y_bar + point.size());                                        \
        copy(x, y, int(point.size()));                                                             \
        f##_reverse(y, b.data(), n);                                                               \
        add(b.data(), x_bar, int(point.size()));                                                   \
      }))

int main() {
  const std::initializer_list<double> point = {0.9,  0.4,  -0.6, 1.1, 0.7, 1.3,  -0.8, 0.5,
                                               -1.2, 0.95, 0.3,  1.4, 0.6, -0.7, 0.85, 1.05};
  for (int n : {0, 1, 2, 4}) {
    CHECK_IN_PLACE(cholesky, n);
    CHECK_IN_PLACE(lu, n);
    CHECK_IN_PLACE(by_columns, n);
    CHECK_IN_PLACE(rows_overlap, n);
    CHECK_IN_PLACE(row_above, n);
    CHECK_IN_PLACE(row_below, n);
    CHECK_IN_PLACE(downwards, n);
    CHECK_IN_PLACE(in_steps, n);
    CHECK_IN_PLACE(triples, n);
    CHECK_IN_PLACE(planes, n);
    CHECK_IN_PLACE(whole_again, n);
    CHECK_IN_PLACE(while_around, n);
    CHECK_IN_PLACE(changing_stride, n);
    CHECK_IN_PLACE(named_rows, n);
    CHECK_IN_PLACE(convolution, n);
    CHECK_IN_PLACE(read_after_loop, n);
  }
  return finish();
}
