// What is overwritten in place is kept, and put back for the adjoints, where that is less than what
// they read; the caller finds what the primal leaves. What would make that wrong: elements that are
// written twice, in loops inside of loops that write them, too; conditions, and values that are
// computed again, that are asked for before memory is as it was; results that are read where they
// were stored; loops that do not run; arrays that overlap; elements that do not exist.
#include "harness.h"
#include <algorithm>
#include <cstdio>
#include <vector>

#define IN_PLACE(f) [[ad::differentiate(forward, reverse)]] void f(double *u, int n)

IN_PLACE(relaxation) { // every read twice or more, every element once a sweep
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n - 1; ++i)
      u[i] = u[i] + 0.1 * u[i - 1] * u[i + 1] * u[i];
}

IN_PLACE(rows_and_columns) {
  const int h = n / 4;
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < h - 1; ++i)
      for (int j = 1; j < 3; ++j)
        u[i * 4 + j] = u[i * 4 + j] * (u[(i - 1) * 4 + j] + u[(i + 1) * 4 + j]) +
                       u[i * 4 + j - 1] * u[i * 4 + j + 1];
}

IN_PLACE(backwards) {
  for (int t = 0; t < 3; ++t)
    for (int i = n - 2; i >= 1; --i)
      u[i] *= 0.4 + 0.2 * u[i - 1] * u[i + 1];
}

IN_PLACE(in_strides) { // red and black
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; i += 2)
      u[i] *= 0.5 + 0.1 * u[i - 1] * u[i + 1] * u[i - 1];
    for (int i = 2; i < n - 1; i += 2)
      u[i] *= 0.5 + 0.1 * u[i - 1] * u[i + 1] * u[i + 1];
  }
}

IN_PLACE(written_twice) { // in one iteration, the second time from the first
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n - 1; ++i) {
      u[i] = u[i] * u[i - 1] + 0.2 * u[i + 1] * u[i];
      u[i] = 0.3 * u[i] * u[i] + 0.1 * u[i] * u[i - 1];
      u[i - 1] += 0.1 * u[i] * u[i + 1] * u[i - 1];
    }
}

IN_PLACE(summed_inside) { // one element is changed by all iterations of the loop inside
  for (int t = 0; t < 2; ++t)
    for (int i = 0; i < n; ++i) {
      for (int k = i + 1; k < n; ++k)
        u[i] += 0.1 * u[k] * u[k];
      u[i] = 0.5 * u[i] * u[i];
    }
}

IN_PLACE(set_and_summed) { // ... and set ahead of it, in a third loop around both
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n; ++i) {
      const double was = u[i];
      for (int j = 0; j < 2; ++j) {
        u[i] = 0.3 * was;
        for (int k = 0; k < i; ++k)
          u[i] += 0.1 * u[k] * u[k] * was;
      }
      u[i - 1] *= 0.7 * u[i] * u[i - 1];
    }
}

IN_PLACE(read_in_between) { // the loop that changes it reads it, too
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n; ++i)
      for (int k = 0; k < i; ++k) {
        u[i] *= 0.9 + 0.1 * u[k] * u[i];
        u[k] += 0.05 * u[i] * u[i] * u[k];
      }
}

IN_PLACE(in_branches) { // the conditions read what was put back
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n - 1; ++i) {
      if (u[i] > u[i - 1])
        u[i] *= 0.5 * u[i - 1] + 0.1 * u[i + 1] * u[i];
      else if (u[i + 1] > 0)
        u[i - 1] -= 0.2 * u[i] * u[i + 1] * u[i - 1];
      const bool less = u[i] < 0.5;
      const double both = u[i] * u[i - 1];
      if (less)
        u[i] += 0.1 * both * both;
    }
}

IN_PLACE(swapped) {
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i + 1 < n; ++i) {
      const double left = u[i];
      u[i] = u[i + 1] * u[i + 1] * u[i];
      u[i + 1] = left;
    }
}

IN_PLACE(sorted) {
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0; --j)
      if (u[j - 1] > u[j]) {
        const double other = u[j];
        u[j] = u[j - 1];
        u[j - 1] = other;
      }
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n; ++i)
      u[i] += 0.1 * u[i - 1] * u[i - 1] * u[i];
}

IN_PLACE(through_indices) {
  const int at[4] = {2, 0, 3, 1};
  const int m = std::min(n, 4);
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < m; ++i)
      u[at[i]] *= 0.6 + 0.1 * u[at[(i + 1) % 4]] * u[i] * u[at[i]];
}

IN_PLACE(left_early) {
  for (int t = 0; t < 4; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      if (i == 3)
        continue;
      u[i] *= 0.8 + 0.1 * u[i - 1] * u[i + 1] * u[i];
      if (u[i] > 5)
        break;
    }
    if (t == 2)
      return;
  }
}

IN_PLACE(while_around) {
  int left = 3;
  while (left > 0) {
    for (int i = 1; i < n - 1; ++i)
      u[i] *= 0.8 + 0.1 * u[i - 1] * u[i + 1] * u[i];
    --left;
  }
}

IN_PLACE(only_if) { // the whole of it
  if (n > 2)
    for (int t = 0; t < 3; ++t)
      for (int i = 1; i < n - 1; ++i)
        u[i] *= 0.8 + 0.1 * u[i - 1] * u[i + 1] * u[i];
}

IN_PLACE(never) { // the loop around it does not run
  for (int t = 0; t < n - n; ++t)
    for (int i = 1; i < n + 100; ++i)
      u[i] *= 0.8 + 0.1 * u[i - 1] * u[i + 1] * u[i];
}

IN_PLACE(results) { // that could be read where they were stored
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n - 1; ++i) {
      u[i] = std::exp(0.1 * u[i] * u[i - 1] * u[i + 1]);
      u[i] = u[i - 1] / (2 + u[i] * u[i]);
    }
}

IN_PLACE(one_number) { // of the caller's
  double &s = u[0];
  for (int i = 1; i < n; ++i) {
    s += 0.1 * u[i] * s;
    s *= 0.9 * s + 0.1 * s * s;
  }
}

IN_PLACE(halves) { // of one array, by two names
  double *v = u + n / 2;
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n / 2; ++i) {
      u[i] *= 0.5 + 0.1 * v[i] * v[i - 1] * u[i - 1];
      v[i] += 0.1 * u[i] * u[i - 1] * v[i] * v[i - 1];
    }
}

IN_PLACE(own_array) { // nothing is left to the caller
  double w[16], sum = 0;
  for (int i = 0; i < 16; ++i)
    w[i] = i < n ? u[i] : 0.1 * i;
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < 15; ++i)
      w[i] = w[i] + 0.1 * w[i - 1] * w[i + 1] * w[i];
  for (int i = 0; i < 16; ++i)
    sum += w[i] * w[i];
  for (int i = 0; i < n; ++i)
    u[i] *= sum;
}

IN_PLACE(own_rows) { // an array of arrays; only its upper triangle changes
  double w[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      w[i][j] = 4 * i + j < n ? u[4 * i + j] : 0.1 * i - 0.2 * j;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = i; j < 4; ++j)
        w[i][j] += 0.1 * w[i][k] * w[k][j] * w[j][i];
  for (int i = 0; i < n; ++i)
    u[i] *= w[i / 4][i % 4] + w[0][3];
}

struct Sheet {
  int n;
  double h;
  double *u;
  std::vector<double> v;
};

static void relax(Sheet &s) {
  for (int i = 1; i < s.n - 1; ++i) {
    s.v[i] *= 0.7 + s.h * s.v[i - 1] * s.v[i + 1] * s.v[i];
    s.u[i] += s.h * s.v[i] * s.u[i - 1] * s.u[i + 1];
  }
  s.h *= 0.9 * s.h * s.v[0] + 0.1 * s.h;
}

IN_PLACE(in_object) {
  Sheet s{n, 0.1, u, std::vector<double>(u, u + n)};
  for (int t = 0; t < 3; ++t)
    if (n > 0)
      relax(s);
  for (int i = 0; i < n; ++i)
    u[i] *= s.v[i] + s.h;
}

IN_PLACE(own_vector) {
  std::vector<double> v(u, u + n), w(v);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      v[i] *= 0.7 + 0.1 * v[i - 1] * v[i + 1] * v[i];
    std::swap(v, w);
  }
  for (int i = 0; i < n; ++i)
    u[i] *= v[i] * w[i];
}

IN_PLACE(growing) { // elements that were not there before
  std::vector<double> v;
  for (int t = 0; t < 3; ++t) {
    v.push_back(n > 0 ? u[0] : 1);
    for (int i = 1; i < int(v.size()); ++i)
      v[i] *= 0.7 + 0.1 * v[i - 1] * v[i - 1] * v[i];
  }
  for (int i = 0; i < n; ++i)
    u[i] *= v[2] * v[0];
}

IN_PLACE(allocated) {
  double *w = new double[n + 2];
  for (int i = 0; i < n + 2; ++i)
    w[i] = i < n ? u[i] : 0.3;
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n + 1; ++i)
      w[i] *= 0.7 + 0.1 * w[i - 1] * w[i + 1] * w[i];
  for (int i = 0; i < n; ++i)
    u[i] *= w[i];
  delete[] w;
}

// Two arrays, and a number, of the caller's, that may overlap.
[[ad::differentiate(forward, reverse)]] void two(double *a, double *b, double &c, int n) {
  for (int t = 0; t < 2; ++t)
    for (int i = 1; i < n; ++i) {
      a[i] *= 0.7 + 0.1 * c * b[i] * a[i - 1] * b[i - 1];
      b[i] += 0.1 * a[i] * a[i - 1] * b[i - 1] * b[i];
      c *= 0.9 + 0.01 * a[i] * c;
    }
}
IN_PLACE(two_apart) {
  if (n >= 8)
    two(u, u + 4, u[n - 1], 4);
}
IN_PLACE(two_overlap) {
  if (n >= 8)
    two(u, u + 1, u[2], 4);
}

// A matrix of the caller's, of which less is used than its rows hold.
[[ad::differentiate(forward, reverse)]] void triangular(const double (*A)[3], double (*B)[3], int m,
                                                        int n) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < m; k++)
        B[i][j] += A[k][i] * B[k][j];
      B[i][j] = 0.5 * B[i][j] * B[i][j];
    }
}
IN_PLACE(product) {
  double A[3][3], B[3][3];
  for (int i = 0; i < 9; ++i) {
    A[i / 3][i % 3] = i < n ? u[i] : 0.1;
    B[i / 3][i % 3] = 9 + i < n ? u[9 + i] : 0.2;
  }
  triangular(A, B, n < 3 ? n : 3, 2);
  triangular(A, A, 3, 2);
  for (int i = 0; i < n; ++i)
    u[i] *= B[i % 9 / 3][i % 3] + A[i % 3][i % 9 / 3];
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

#define CHECK_ALL(f)                                                                               \
  for (int n : {0, 1, 2, 3, 9, 16})                                                                \
  CHECK_IN_PLACE(f, n)

int main() {
  const std::initializer_list<double> point = {0.9,  0.4,  -0.6, 1.1, 0.7, 1.3,  -0.8, 0.5,
                                               -1.2, 0.95, 0.3,  1.4, 0.6, -0.7, 0.85, 1.05};
  CHECK_ALL(relaxation);
  CHECK_ALL(rows_and_columns);
  CHECK_ALL(backwards);
  CHECK_ALL(in_strides);
  CHECK_ALL(written_twice);
  CHECK_ALL(summed_inside);
  CHECK_ALL(set_and_summed);
  CHECK_ALL(read_in_between);
  CHECK_ALL(in_branches);
  CHECK_ALL(swapped);
  CHECK_ALL(sorted);
  CHECK_ALL(through_indices);
  CHECK_ALL(left_early);
  CHECK_ALL(while_around);
  CHECK_ALL(only_if);
  CHECK_ALL(never);
  CHECK_ALL(results);
  CHECK_ALL(one_number);
  CHECK_ALL(halves);
  CHECK_ALL(own_array);
  CHECK_ALL(own_rows);
  CHECK_ALL(in_object);
  CHECK_ALL(own_vector);
  CHECK_ALL(growing);
  CHECK_ALL(allocated);
  CHECK_ALL(two_apart);
  CHECK_ALL(two_overlap);
  CHECK_ALL(product);
  return finish();
}
