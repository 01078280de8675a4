// What a loop asks of an object that a pointer leads to (`row->n`, where its elements are) is kept
// once, ahead of the loop, if what stands there looks into the object already.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s

#include <vector>

class Row {
public:
  int n;
  double *data;
  Row() : n(0), data(nullptr) {}
  Row(const Row &o) : n(o.n), data(new double[o.n]) {
    for (int i = 0; i < n; ++i)
      data[i] = o.data[i];
  }
  ~Row() { delete[] data; }
  void resize(int size) {
    delete[] data;
    data = new double[size];
    n = size;
  }
};

// CHECK:      double sums_reverse(const double *x, double *x_bar, int m, double sums_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   ad::vector_storage<std::vector<Row>> rows_storage;
// CHECK-NEXT:   std::vector<Row> &rows = rows_storage.value();
// CHECK-NEXT:   ad::vector_storage<std::vector<Row>> rows_bar_storage;
// CHECK-NEXT:   std::vector<Row> &rows_bar = rows_bar_storage.value();
// CHECK-NEXT:   const std::size_t old_size = rows.size();
// CHECK-NEXT:   for (std::size_t k = 3; k < old_size; ++k)
// CHECK-NEXT:     tape.delete_array_at_end(rows[k].data);
// CHECK-NEXT:   ad::resize_storage(rows_bar, 3);
// CHECK-NEXT:   ad::resize_storage(rows, 3);
// CHECK-NEXT:   for (std::size_t k = old_size; k < 3; ++k) {
// CHECK-NEXT:     rows[k].n = 0;
// CHECK-NEXT:     rows_bar[k].data = nullptr;
// CHECK-NEXT:     rows[k].data = nullptr;
// CHECK-NEXT:   }
// CHECK-NEXT:   double s = 1;
// CHECK-NEXT:   double **row_data_bar_at = tape.array<double *>(3);
// CHECK-NEXT:   int row_n_at[3];
// CHECK-NEXT:   int row_n_1_at[3];
// CHECK-NEXT:   double **row_data_1_bar_at = tape.array<double *>(3);
// CHECK-NEXT:   double *s_at = nullptr;
// CHECK-NEXT:   double *row_data_1_j_at = nullptr;
// CHECK-NEXT:   for (int i = 0; i < 3; ++i) {
// CHECK-NEXT:     Row *row = &rows[i];
// CHECK-NEXT:     Row *row_bar = &rows_bar[i];
// CHECK-NEXT:     tape.delete_array_at_end(row->data);
// CHECK-NEXT:     double *const memory = new double[m];
// CHECK-NEXT:     double *const memory_bar = tape.zeros<double>(m);
// CHECK-NEXT:     row_bar->data = memory_bar;
// CHECK-NEXT:     row->data = memory;
// CHECK-NEXT:     row->n = m;
// CHECK-NEXT:     double *const row_data = row->data;
// CHECK-NEXT:     double *const row_data_bar = row_bar->data;
// CHECK-NEXT:     row_data_bar_at[i] = row_data_bar;
// CHECK-NEXT:     const int row_n = row->n;
// CHECK-NEXT:     row_n_at[i] = row_n;
// CHECK-NEXT:     for (int j = 0; j < m; ++j)
// CHECK-NEXT:       row_data[j % row_n] = x[j] * x[j];
// CHECK-NEXT:     const int row_n_1 = row->n;
// CHECK-NEXT:     row_n_1_at[i] = row_n_1;
// CHECK-NEXT:     double *const row_data_1 = row->data;
// CHECK-NEXT:     double *const row_data_1_bar = row_bar->data;
// CHECK-NEXT:     row_data_1_bar_at[i] = row_data_1_bar;
// CHECK-NEXT:     tape.nest(row_data_1_j_at, row_n_1);
// CHECK-NEXT:     tape.nest(s_at, row_n_1);
// CHECK-NEXT:     for (int j = 0; j < row_n_1; ++j) {
// CHECK-NEXT:       row_data_1_j_at[j] = row_data_1[j];
// CHECK-NEXT:       s_at[j] = s;
// CHECK-NEXT:       s += row_data_1[j] * s;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   const double s_before = s;
// CHECK-NEXT:   for (std::size_t k = 0; k < rows.size(); ++k)
// CHECK-NEXT:     tape.delete_array_at_end(rows[k].data);
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   const double s_before_bar = sums_bar;
// CHECK-NEXT:   double s_bar = s_before_bar;
// CHECK-NEXT:   for (int i = 3; i-- > 0;) {
// CHECK-NEXT:     double *const row_data_bar = row_data_bar_at[i];
// CHECK-NEXT:     const int row_n = row_n_at[i];
// CHECK-NEXT:     const int row_n_1 = row_n_1_at[i];
// CHECK-NEXT:     double *const row_data_1_bar = row_data_1_bar_at[i];
// CHECK-NEXT:     for (int j = row_n_1; j-- > 0;) {
// CHECK-NEXT:       row_data_1_bar[j] += s_at[j] * s_bar;
// CHECK-NEXT:       s_bar += row_data_1_j_at[j] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     tape.unnest(s_at);
// CHECK-NEXT:     tape.unnest(row_data_1_j_at);
// CHECK-NEXT:     for (int j = m; j-- > 0;) {
// CHECK-NEXT:       x_bar[j] += 2 * x[j] * row_data_bar[j % row_n];
// CHECK-NEXT:       row_data_bar[j % row_n] = 0;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   return s_before;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double sums(const double *x, int m) {
  std::vector<Row> rows;
  rows.resize(3);
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    Row *row = &rows[i];
    row->resize(m);
    for (int j = 0; j < m; ++j)
      row->data[j % row->n] = x[j] * x[j];
    for (int j = 0; j < row->n; ++j)
      s += row->data[j] * s;
  }
  return s;
}
