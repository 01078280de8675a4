// Arrays that are read through index arrays: their integers, all of which the function reads in any
// case, tell how far. What is written through them is not looked at.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-overlap \
// RUN:   | FileCheck %s --check-prefix=OFF

// OFF-NOT: ad::bounds
// CHECK:      void gathered_reverse(const double *w, double *w_bar, const double *x, double *x_bar, double *y,
// CHECK-NEXT:                       double *y_bar, const int *index, int n) {
// CHECK-NEXT:   const ad::bounds index_bounds = ad::bounds_of(index, 0, n);
// CHECK-NEXT:   if (index_bounds.least < 0 || ad::overlap(w, n, y, n) ||
// CHECK-NEXT:       ad::overlap(x, index_bounds.greatest + 1, y, n))
// CHECK-NEXT:     return gathered_reverse_overlapping(w, w_bar, x, x_bar, y, y_bar, index, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     y[i] = w[i] * x[index[i]];
// CHECK-NEXT:     w_bar[i] += x[index[i]] * y_bar[i];
// CHECK-NEXT:     x_bar[index[i]] += w[i] * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void gathered(const double *w, const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = w[i] * x[index[i]];
}

// CHECK:      void scattered_reverse(const double *x, double *x_bar, double *y, double *y_bar, const int *index,
// CHECK-NEXT:                        int n) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double *x_i_at = tape.array<double>(n);
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_i_at[i] = x[i];
// CHECK-NEXT:     y[index[i]] += x[i] * x[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int i = n; i-- > 0;)
// CHECK-NEXT:     x_bar[i] += 2 * x_i_at[i] * y_bar[index[i]];
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void scattered(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i)
    y[index[i]] += x[i] * x[i];
}

// Each row follows the one before.
// CHECK:      void sparse_reverse(const double *value, double *value_bar, const int *column, const int *row,
// CHECK-NEXT:                     const double *x, double *x_bar, double *y, double *y_bar, int n) {
// CHECK-NEXT:   const ad::bounds row_bounds = ad::bounds_of(row, 0, n);
// CHECK-NEXT:   const ad::bounds row_bounds_1 = ad::bounds_of(row, 1, n);
// CHECK-NEXT:   const ad::bounds column_bounds = ad::bounds_of_rows(column, row, 0, n);
// CHECK-NEXT:   if (row_bounds.least < 0 || row_bounds_1.least < 0 || column_bounds.least < 0 ||
// CHECK-NEXT:       ad::overlap(value, row_bounds_1.greatest, y, n) ||
// CHECK-NEXT:       ad::overlap(x, column_bounds.greatest + 1, y, n))
// CHECK-NEXT:     return sparse_reverse_overlapping(value, value_bar, column, row, x, x_bar, y, y_bar, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double s = 0;
// CHECK-NEXT:     const double s_bar = y_bar[i];
// CHECK-NEXT:     for (int k = row[i]; k < row[i + 1]; ++k) { // each iteration is reversed at once
// CHECK-NEXT:       s += value[k] * x[column[k]];
// CHECK-NEXT:       value_bar[k] += x[column[k]] * s_bar;
// CHECK-NEXT:       x_bar[column[k]] += value[k] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     y[i] = s;
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void sparse(const double *value, const int *column, const int *row, const double *x, double *y,
            int n) {
  for (int i = 0; i < n; ++i) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; ++k)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

// CHECK:      void observed_reverse(const double *camera, double *camera_bar, const double *point,
// CHECK-NEXT:                       double *point_bar, double *error, double *error_bar, const int *of, int n) {
// CHECK-NEXT:   const ad::bounds c_bounds = ad::bounds_of(of, 0, n, 2);
// CHECK-NEXT:   const ad::bounds q_bounds = ad::bounds_of(of, 1, n, 2);
// CHECK-NEXT:   if (c_bounds.least < 0 || q_bounds.least < 0 ||
// CHECK-NEXT:       ad::overlap(camera, 11 * c_bounds.greatest + 11, error, n) ||
// CHECK-NEXT:       ad::overlap(point, 3 * q_bounds.greatest + 3, error, n))
// CHECK-NEXT:     return observed_reverse_overlapping(camera, camera_bar, point, point_bar, error, error_bar, of,
// CHECK-NEXT:                                         n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const int c = of[2 * i];
// CHECK-NEXT:     const int q = of[2 * i + 1];
// CHECK-NEXT:     error[i] = camera[11 * c] * point[3 * q] + camera[11 * c + 10] * point[3 * q + 2];
// CHECK-NEXT:     const double error_i_seed = error_bar[i];
// CHECK-NEXT:     error_bar[i] = 0;
// CHECK-NEXT:     camera_bar[11 * c] += point[3 * q] * error_i_seed;
// CHECK-NEXT:     point_bar[3 * q] += camera[11 * c] * error_i_seed;
// CHECK-NEXT:     camera_bar[11 * c + 10] += point[3 * q + 2] * error_i_seed;
// CHECK-NEXT:     point_bar[3 * q + 2] += camera[11 * c + 10] * error_i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void observed(const double *camera, const double *point, double *error, const int *of, int n) {
  for (int i = 0; i < n; ++i) {
    const int c = of[2 * i], q = of[2 * i + 1];
    const double *at = &camera[11 * c];
    error[i] = at[0] * point[3 * q] + at[10] * point[3 * q + 2];
  }
}

// CHECK:      void edges_reverse(const double *x, double *x_bar, double *force, double *force_bar,
// CHECK-NEXT:                    const int *from, const int *to, int n) {
// CHECK-NEXT:   const ad::bounds from_bounds = ad::bounds_of(from, 0, n);
// CHECK-NEXT:   const ad::bounds to_bounds = ad::bounds_of(to, 0, n);
// CHECK-NEXT:   if (from_bounds.least < 0 || to_bounds.least < 0 ||
// CHECK-NEXT:       ad::overlap(x, ad::largest(from_bounds.greatest + 1, to_bounds.greatest + 1), force, n))
// CHECK-NEXT:     return edges_reverse_overlapping(x, x_bar, force, force_bar, from, to, n);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int e = 0; e < n; ++e) { // each iteration is reversed at once
// CHECK-NEXT:     const double d = x[from[e]] - x[to[e]];
// CHECK-NEXT:     force[e] = d * d * d;
// CHECK-NEXT:     const double d_bar = 3 * d * d * force_bar[e];
// CHECK-NEXT:     force_bar[e] = 0;
// CHECK-NEXT:     x_bar[from[e]] += d_bar;
// CHECK-NEXT:     x_bar[to[e]] -= d_bar;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void edges(const double *x, double *force, const int *from, const int *to, int n) {
  for (int e = 0; e < n; ++e) {
    const double d = x[from[e]] - x[to[e]];
    force[e] = d * d * d;
  }
}

// Nothing is read from `index` where an outer loop does not run.
// CHECK:      void rows_reverse(const double *x, double *x_bar, double *y, double *y_bar, const int *index, int n,
// CHECK-NEXT:                   int m) {
// CHECK-NEXT:   const ad::bounds index_bounds = ad::bounds_of(
// CHECK-NEXT:       index, 0, m > 0 ? static_cast<std::ptrdiff_t>(n) * static_cast<std::ptrdiff_t>(m) : 0);
// CHECK-NEXT:   const ad::bounds index_bounds_1 = ad::bounds_of(index, 0, n > 0 ? m : 0);
// CHECK-NEXT:   const ad::bounds index_bounds_2 = ad::bounds_of(index, 0, m > 0 ? n : 0);
// CHECK-NEXT:   if (index_bounds.least < 0 || index_bounds_1.least < 0 || index_bounds_2.least < 0 ||
// CHECK-NEXT:       ad::overlap(x,
// CHECK-NEXT:                   ad::largest(index_bounds.greatest + 1, index_bounds_1.greatest + 1,
// CHECK-NEXT:                               index_bounds_2.greatest + 1),
// CHECK-NEXT:                   y, n * m))
// CHECK-NEXT:     return rows_reverse_overlapping(x, x_bar, y, y_bar, index, n, m);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {   // each iteration is reversed at once
// CHECK-NEXT:     for (int j = 0; j < m; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       y[i * m + j] = x[index[i * m + j]] * x[index[j]] * x[index[i]];
// CHECK-NEXT:       const double y_i_m_j_seed = y_bar[i * m + j];
// CHECK-NEXT:       y_bar[i * m + j] = 0;
// CHECK-NEXT:       const double t_bar = x[index[i]] * y_i_m_j_seed;
// CHECK-NEXT:       x_bar[index[i * m + j]] += x[index[j]] * t_bar;
// CHECK-NEXT:       x_bar[index[j]] += x[index[i * m + j]] * t_bar;
// CHECK-NEXT:       x_bar[index[i]] += x[index[i * m + j]] * x[index[j]] * y_i_m_j_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]]
void rows(const double *x, double *y, const int *index, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = x[index[i * m + j]] * x[index[j]] * x[index[i]];
}

// CHECK-NOT: ad::bounds

// Not all of the integers are read.
[[ad::differentiate(reverse)]]
void guarded(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    double s = 1;
    if (y[i] > 0)
      s += x[index[i]] * x[index[i]];
    y[i] *= s;
  }
}

[[ad::differentiate(reverse)]]
void stopped(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    if (i == 7)
      break;
    y[i] *= x[index[i]] * x[index[i]];
  }
}

[[ad::differentiate(reverse)]]
void left(const double *x, double *y, const int *index, int n) {
  if (n > 7)
    return;
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]] * x[index[i]];
}

void stop(int) noexcept(false);
[[ad::differentiate(reverse)]]
void called(const double *x, double *y, const int *index, int n) {
  stop(n);
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]] * x[index[i]];
}

// Some of them may be marks.
[[ad::differentiate(reverse)]]
void marked(const double *x, double *y, const int *index, int n) {
  for (int i = 0; i < n; ++i) {
    const int j = index[i];
    if (j >= 0)
      y[i] *= x[j] * x[j];
  }
}

// They change, or may be the bytes of what does.
[[ad::differentiate(reverse)]]
void renumbered(const double *x, double *y, const int *index, int *other, int n) {
  for (int i = 0; i < n; ++i) {
    y[i] *= x[index[i]] * x[index[i]];
    other[i] = i;
  }
}

[[ad::differentiate(reverse)]]
void characters(const double *x, double *y, const unsigned char *index, int n) {
  for (int i = 0; i < n; ++i)
    y[i] *= x[index[i]] * x[index[i]];
}

// Nothing would come of it.
[[ad::differentiate(reverse)]]
double summed(const double *x, const int *index, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[index[i]] * x[index[i]];
  return sum;
}
