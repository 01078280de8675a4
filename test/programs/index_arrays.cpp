// Arrays that are read and written through index arrays: apart, shifted against each other, one
// inside the other. The integers are looked at beforehand, where the function reads all of them.
#include "one_memory.h"
#include <climits>
#include <cstddef>
#include <cstdint>

#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES void gathered(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * x[index[i]] * x[index[i]];
}

AD_MODES void scattered(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[index[i]] += x[i] * x[i];
}

AD_MODES void overwritten(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[index[i]] = x[i] * x[i];
}

// Rows of a sparse matrix.
AD_MODES void sparse(const double *value, const double *x, double *y, const int *column,
                     const int *row, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

// The transposed matrix, backwards.
AD_MODES void transposed(const double *value, const double *x, double *y, const long *column,
                         const std::size_t *row, int n) {
  for (int i = n - 1; i >= 0; --i)
    for (std::size_t k = row[i]; k < row[i + 1]; ++k)
      y[column[k]] += value[k] * x[i] * x[i];
}

// Rows of blocks.
AD_MODES void of_blocks(const double *value, const double *x, double *y, const int *column,
                        const int *row, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      for (int j = 0; j < 2; ++j)
        s += value[k] * x[column[k] + 2 * j];
    y[i] = s;
  }
}

// Pairs of indices, and rows of more than one number.
AD_MODES void observed(const double *camera, const double *point, double *error, const int *of,
                       int n) {
  for (int i = 0; i < n; ++i) {
    const int c = of[2 * i], q = of[2 * i + 1];
    const double *at = &camera[2 * c];
    error[i] = at[0] * point[q] * point[q] + at[1];
  }
}

AD_MODES void of_edges(const double *x, const double *stiff, double *force, const int *from,
                       const int *to, int n) {
  for (int e = 0; e < n; ++e) {
    const int a = from[e], b = to[e];
    const double d = x[a] - x[b], g = stiff[e] * d * d;
    force[a] += g;
    force[b] -= g;
  }
}

AD_MODES void of_elements(const double *x, double *y, const unsigned *corner, int n) {
  for (int e = 0; e < n; ++e) {
    double s = 1;
    for (int k = 0; k < 3; ++k)
      s *= x[corner[3 * e + k]];
    y[e] = s * s;
  }
}

// A stride that is a parameter, and may be negative or zero.
AD_MODES void in_rows(const double *x, double *y, const int *index, int n, int d) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < d; ++k)
      y[i * d + k] *= x[index[i] * d + k];
}

// Indices that are read in a loop that may not run, and by more than one counter.
AD_MODES void by_rows(const double *x, double *y, const int *index, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += x[index[i * m + j]] * x[index[j]];
}

AD_MODES void one_based(const double *x, double *y, const std::int64_t *index, std::size_t n) {
  for (std::size_t i = 1; i <= n; ++i)
    y[i - 1] *= x[index[n - i] - 1] * x[index[i - 1] - 1];
}

AD_MODES void moved(const double *x, double *y, const std::size_t *index, std::size_t by, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i] + 2 - by] * x[index[i]];
}

AD_MODES void moved_back(const double *x, double *y, const int *index, int by, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i] - by] * x[index[i]];
}

AD_MODES void from_the_middle(const double *x, double *y, const short *index, std::size_t m,
                              std::size_t n) {
  for (std::size_t i = m; i < n; ++i)
    y[i] = x[index[i]] * y[i];
}

AD_MODES void every_other(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; i += 2)
    y[i] = x[index[i]] * y[i];
}

// Not all of the integers are read, or not all are subscripts.
AD_MODES void guarded(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 1;
    if (i > 0)
      s += x[index[i - 1]] * x[index[i - 1]];
    y[i] *= s;
  }
}

AD_MODES void chosen(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= i < 2 ? x[index[i]] * x[index[i]] : 1;
}

AD_MODES void marked(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    const int j = index[i];
    double s = 1;
    if (j != INT_MAX)
      s += x[j] * x[j];
    y[i] *= s;
  }
}

AD_MODES void stopped(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 2)
      break;
    y[i] *= x[index[i]] * x[index[i]];
  }
}

AD_MODES void left(const double *x, double *y, const int *index, int n) {
  if (n > 2)
    return;
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]] * x[index[i]];
}

AD_MODES void searched(const double *x, double *y, const int *index, int n) {
  int i = 0;
  while (i < n && index[i] >= 0) {
    y[i] *= x[index[i]] * x[index[i]];
    ++i;
  }
}

// The integers change.
AD_MODES void renumbered(const double *x, double *y, int *index, int n) {
  for (int i = 0; i < n; ++i) {
    index[i] += 2;
    y[i] *= x[index[i]] * x[index[i]];
    index[i] -= 2;
  }
}

AD_MODES void of_indices(const double *x, double *y, const int *index, const int *of, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[of[i]]] * x[of[i]];
}

// One element is read in the loop, another one is a subscript behind it.
AD_MODES void behind(const double *x, double *y, const int *index, int n, bool more) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]] * x[index[i]];
  if (more)
    y[0] *= x[index[n]] * x[index[n]];
}

// These arrays end where the functions stop to read.
template <class T> struct Exactly {
  std::vector<T> elements;
  Exactly(std::initializer_list<T> of) : elements(of) { elements.shrink_to_fit(); }
  const T *get() const { return elements.empty() ? nullptr : elements.data(); }
};

// So many of them.
struct Part {
  const int *index;
  int n;
};

int main() {
  const Exactly<int> none{}, one{2}, some{1, 0, 3, 1}, negative{-1, 2, 0, -2},
      pairs{1, 0, 0, 3, 1, 2}, huge{1, INT_MAX, 0, 2}, two{3, 1}, ends{0, 2, -1};
  int changing[] = {-1, 0, -2, 1};
  const Exactly<unsigned> triangles{0, 1, 2, 2, 1, 3};
  const Exactly<std::int64_t> ones{1, 3, 2, 2};
  const Exactly<short> shorts{7, 3, 0, 2};
  const Exactly<int> rows{0, 2, 2, 3}, columns{1, 0, 2}, no_rows{0}, odd_rows{2, 3, 0, 1},
      odd_columns{0, 2, 1};
  const Exactly<std::size_t> sizes{0, 2, 2, 3};
  const Exactly<long> longs{1, 0, 2};
  const Part parts[] = {
      {none.get(), 0}, {none.get(), -3}, {one.get(), 1}, {some.get(), 4}, {negative.get(), 4}};
  const struct {
    const int *column, *row;
    int n;
  } matrices[] = {{columns.get(), rows.get(), 3},
                  {none.get(), none.get(), 0},
                  {none.get(), no_rows.get(), 0},
                  {odd_columns.get(), odd_rows.get(), 3}};
  const struct {
    const int *index;
    int n, d;
  } blocks[] = {{two.get(), 2, 1},  {some.get(), 1, 2},   {none.get(), 2, 0}, {none.get(), 2, -1},
                {none.get(), 0, 2}, {none.get(), -2, -2}, {some.get(), 2, 2}};
  const struct {
    std::size_t m, n;
  } middles[] = {{1, 4}, {1, 1}, {4, 1}};
  for (int u : {0, 1, 3, 6})
    for (int v : {0, 2, 4, 6, 8}) {
      for (const Part &p : parts) {
        const int by = p.index == negative.get() ? 2 : 0;
        RUN2(gathered, u + by, v, p.index, p.n);
        RUN2(scattered, u, v % 8 + by, p.index, p.n);
        RUN2(overwritten, u, v % 8 + by, p.index, p.n);
      }
      for (const auto &of : matrices) {
        RUN3(sparse, u, 3, v, of.column, of.row, of.n);
        RUN3(sparse, 3, u, v, of.column, of.row, of.n);
      }
      RUN3(transposed, u, 3, v, longs.get(), sizes.get(), 3);
      RUN3(transposed, 3, u, v, longs.get(), sizes.get(), 3);
      for (int n : {0, 3}) {
        RUN3(observed, u, 2, v, pairs.get(), n);
        RUN3(observed, 2, u, v, pairs.get(), n);
      }
      RUN3(of_edges, u, 4, v, some.get(), two.get(), 2);
      RUN3(of_edges, 4, u, v, two.get(), some.get(), 2);
      RUN2(of_elements, u, v, triangles.get(), 2);
      for (const auto &block : blocks) {
        if (block.d < 2 || block.n < 2)
          RUN2(in_rows, u, v, block.index, block.n, block.d);
        RUN2(by_rows, u, v, block.index, block.n, block.d);
      }
      RUN3(of_blocks, 3, u, v, columns.get(), rows.get(), 3);
      RUN2(moved, u + 1, v, sizes.get(), u % 2 ? 2 : 1, 4);
      RUN2(moved_back, u + 1, v, some.get(), u % 2 ? 1 : -1, 4);
      RUN2(one_based, u, v, ones.get(), u % 2 ? 0 : 4);
      for (const auto &of : middles)
        RUN2(from_the_middle, u, v, of.m < of.n ? shorts.get() : nullptr, of.m, of.n);
      for (int n : {0, 1, 3, 4})
        RUN2(every_other, u, v, some.get(), n);
      RUN2(guarded, u, v, u % 2 ? some.get() : none.get(), u % 2 ? 4 : 1);
      RUN2(chosen, u, v, two.get(), 4);
      RUN2(marked, u, v, huge.get(), 4);
      RUN2(stopped, u, v, two.get(), 4);
      RUN2(left, u, v, u % 2 ? two.get() : none.get(), u % 2 ? 2 : 3);
      RUN2(searched, u, v, ends.get(), 4);
      RUN2(renumbered, u, v, changing, 4);
      RUN2(of_indices, u, v, some.get(), some.get(), 4);
      RUN2(behind, u, v, two.get(), u % 2 ? 2 : 1, u % 2 == 0);
    }
  return finish();
}
