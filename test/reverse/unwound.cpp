// Exceptions that pass by objects which own memory: those end ahead of a throw, or where a call throws.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s --match-full-lines
#include <memory>
#include <stdexcept>

struct Row {
  double *data;
  int n;
  explicit Row(int n) : data(new double[n]), n(n) {}
  Row(const Row &) = delete;
  ~Row() { delete[] data; }
  double &operator[](int i) {
    if (i >= n)
      throw std::out_of_range("row");
    return data[i];
  }
};

double power(double x, int n) {
  if (n < 0)
    throw std::domain_error("negative");
  return n == 0 ? 1 : x * power(x, n - 1);
}

[[ad::differentiate(forward, reverse)]]
double f(double x, int n) {
  Row row(n);
  row[n - 1] = x * x;
  auto scale = std::make_unique<double>(x);
  return row[0] * power(*scale, n);
}

// CHECK: static double power_forward(double x, double x_dot, int n, double &power_dot);
// CHECK-NEXT: static double power_forward_sweep(ad::tape &tape, double x, int n);
// CHECK-NEXT: static void power_reverse_sweep(ad::tape &tape, double x, double &x_bar, int n, double power_bar);
// CHECK-EMPTY:
// CHECK-NEXT: // power_forward: tangent of power (unwound.cpp:19)
// CHECK-NEXT: static double power_forward(double x, double x_dot, int n, double &power_dot) {
// CHECK-NEXT:   if (n < 0)
// CHECK-NEXT:     throw std::domain_error("negative");
// CHECK-NEXT:   double value;
// CHECK-NEXT:   double value_dot;
// CHECK-NEXT:   if (n == 0) {
// CHECK-NEXT:     value_dot = 0;
// CHECK-NEXT:     value = 1;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     double power_value_dot;
// CHECK-NEXT:     const double power_value = power_forward(x, x_dot, n - 1, power_value_dot);
// CHECK-NEXT:     value_dot = x_dot * power_value + x * power_value_dot;
// CHECK-NEXT:     value = x * power_value;
// CHECK-NEXT:   }
// CHECK-NEXT:   power_dot = value_dot;
// CHECK-NEXT:   return value;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // f_forward: tangent of f (unwound.cpp:26)
// CHECK-NEXT: double f_forward(double x, double x_dot, int n, double &f_dot) {
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   const double x_1_dot = x_dot;
// CHECK-NEXT:   ad::shadow<Row> row_storage;
// CHECK-NEXT:   Row &row = row_storage.value();
// CHECK-NEXT:   ad::shadow<Row> row_dot_storage;
// CHECK-NEXT:   Row &row_dot = row_dot_storage.value();
// CHECK-NEXT:   double *const row_data = new double[n];
// CHECK-NEXT:   double *row_data_dot = new double[n]();
// CHECK-NEXT:   row_dot.data = row_data_dot;
// CHECK-NEXT:   row.data = row_data;
// CHECK-NEXT:   row.n = n;
// CHECK-NEXT:   const int i = n - 1;
// CHECK-NEXT:   if (i >= n) {
// CHECK-NEXT:     ad::end(row_dot);
// CHECK-NEXT:     ad::end(row);
// CHECK-NEXT:     throw std::out_of_range("row");
// CHECK-NEXT:   }
// CHECK-NEXT:   row_data_dot[i] = 2 * x_1 * x_1_dot;
// CHECK-NEXT:   row_data[i] = x_1 * x_1;
// CHECK-NEXT:   double *scale = new double;
// CHECK-NEXT:   double *scale_dot = new double();
// CHECK-NEXT:   *scale_dot = x_1_dot;
// CHECK-NEXT:   *scale = x_1;
// CHECK-NEXT:   if (0 >= n) {
// CHECK-NEXT:     delete scale_dot;
// CHECK-NEXT:     delete scale;
// CHECK-NEXT:     ad::end(row_dot);
// CHECK-NEXT:     ad::end(row);
// CHECK-NEXT:     throw std::out_of_range("row");
// CHECK-NEXT:   }
// CHECK-NEXT:   const double value = row_data[0];
// CHECK-NEXT:   const double value_dot = row_data_dot[0];
// CHECK-NEXT:   double power_value_dot;
// CHECK-NEXT:   const double power_value =
// CHECK-NEXT:       ad::guarded([&] { return power_forward(*scale, *scale_dot, n, power_value_dot); },
// CHECK-NEXT:                   [&] {
// CHECK-NEXT:                     delete scale_dot;
// CHECK-NEXT:                     delete scale;
// CHECK-NEXT:                     ad::end(row_dot);
// CHECK-NEXT:                     ad::end(row);
// CHECK-NEXT:                   });
// CHECK-NEXT:   const double value_1 = value * power_value;
// CHECK-NEXT:   const double value_1_dot = value_dot * power_value + value * power_value_dot;
// CHECK-NEXT:   delete scale_dot;
// CHECK-NEXT:   delete scale;
// CHECK-NEXT:   delete[] row_dot.data;
// CHECK-NEXT:   delete[] row.data;
// CHECK-NEXT:   f_dot = value_1_dot;
// CHECK-NEXT:   return value_1;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // power_forward_sweep: forward sweep of power (unwound.cpp:19)
// CHECK-NEXT: static double power_forward_sweep(ad::tape &tape, double x, int n) {
// CHECK-NEXT:   if (n < 0)
// CHECK-NEXT:     throw std::domain_error("negative");
// CHECK-NEXT:   double value;
// CHECK-NEXT:   double power_value = 0;
// CHECK-NEXT:   if (n == 0) {
// CHECK-NEXT:     value = 1;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     power_value = power_forward_sweep(tape, x, n - 1);
// CHECK-NEXT:     value = x * power_value;
// CHECK-NEXT:   }
// CHECK-NEXT:   tape.push(power_value);
// CHECK-NEXT:   return value;
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // power_reverse_sweep: reverse sweep of power (unwound.cpp:19)
// CHECK-NEXT: static void power_reverse_sweep(ad::tape &tape, double x, double &x_bar, int n, double power_bar) {
// CHECK-NEXT:   const double power_value = tape.pop<double>();
// CHECK-NEXT:   const double value_bar = power_bar;
// CHECK-NEXT:   if (n != 0) {
// CHECK-NEXT:     const double power_value_bar = x * value_bar;
// CHECK-NEXT:     x_bar += power_value * value_bar;
// CHECK-NEXT:     power_reverse_sweep(tape, x, x_bar, n - 1, power_value_bar);
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-EMPTY:
// CHECK-NEXT: // f_reverse: adjoint of f (unwound.cpp:26)
// CHECK-NEXT: double f_reverse(double x, double &x_bar, int n, double f_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   ad::shadow<Row> row_bar_storage;
// CHECK-NEXT:   Row &row_bar = row_bar_storage.value();
// CHECK-NEXT:   const double x_1 = x;
// CHECK-NEXT:   ad::shadow<Row> row_storage;
// CHECK-NEXT:   Row &row = row_storage.value();
// CHECK-NEXT:   double *const row_data = new double[n];
// CHECK-NEXT:   double *const row_data_bar = tape.zeros<double>(n);
// CHECK-NEXT:   row_bar.data = row_data_bar;
// CHECK-NEXT:   row.data = row_data;
// CHECK-NEXT:   row.n = n;
// CHECK-NEXT:   const int i = n - 1;
// CHECK-NEXT:   if (i >= n) {
// CHECK-NEXT:     ad::end(row);
// CHECK-NEXT:     throw std::out_of_range("row");
// CHECK-NEXT:   }
// CHECK-NEXT:   row_data[i] = x_1 * x_1;
// CHECK-NEXT:   double *scale = new double;
// CHECK-NEXT:   double *scale_bar = tape.zeros<double>(1);
// CHECK-NEXT:   *scale = x_1;
// CHECK-NEXT:   if (0 >= n) {
// CHECK-NEXT:     delete scale;
// CHECK-NEXT:     ad::end(row);
// CHECK-NEXT:     throw std::out_of_range("row");
// CHECK-NEXT:   }
// CHECK-NEXT:   const double value = row_data[0];
// CHECK-NEXT:   const double power_value = ad::guarded([&] { return power_forward_sweep(tape, *scale, n); },
// CHECK-NEXT:                                          [&] {
// CHECK-NEXT:                                            delete scale;
// CHECK-NEXT:                                            ad::end(row);
// CHECK-NEXT:                                          });
// CHECK-NEXT:   const double value_1 = value * power_value;
// CHECK-NEXT:   tape.delete_at_end(scale);
// CHECK-NEXT:   tape.delete_array_at_end(row.data);
// CHECK-NEXT:   const double value_1_bar = f_bar;
// CHECK-NEXT:   const double value_bar = power_value * value_1_bar;
// CHECK-NEXT:   const double power_value_bar = value * value_1_bar;
// CHECK-NEXT:   power_reverse_sweep(tape, *scale, *scale_bar, n, power_value_bar);
// CHECK-NEXT:   row_data_bar[0] += value_bar;
// CHECK-NEXT:   double x_1_bar = *scale_bar;
// CHECK-NEXT:   *scale_bar = 0;
// CHECK-NEXT:   x_1_bar += 2 * x_1 * row_data_bar[i];
// CHECK-NEXT:   row_data_bar[i] = 0;
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return value_1;
// CHECK-NEXT: }
