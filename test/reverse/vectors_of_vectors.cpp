// Matrices of zeros are made as such; the adjoint of three levels has its shape at once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "vectors.h"

using Row = std::vector<double>;
using Matrix = std::vector<Row>;

// CHECK:      double f_reverse(const std::vector<double> &x, std::vector<double> &x_bar, double f_bar) {
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   const std::size_t values_size = x.size();
// CHECK-NEXT:   std::vector<double> values(values_size);
// CHECK-NEXT:   const std::size_t v_size = x.size();
// CHECK-NEXT:   std::vector<std::vector<double>> v(v_size, values);
// CHECK-NEXT:   const std::size_t values_1_size = 2;
// CHECK-NEXT:   std::vector<double> values_1(values_1_size, 0.5);
// CHECK-NEXT:   const std::size_t values_2_size = 2;
// CHECK-NEXT:   std::vector<std::vector<double>> values_2(values_2_size, values_1);
// CHECK-NEXT:   const std::size_t u_size = 2;
// CHECK-NEXT:   std::vector<std::vector<std::vector<double>>> u(u_size, values_2);
// CHECK-NEXT:   v[1][1] = x[0];
// CHECK-NEXT:   u[1][1][1] = x[1];
// CHECK-NEXT:   std::vector<std::vector<double>> v_bar = ad::zeros_like(v);
// CHECK-NEXT:   std::vector<std::vector<std::vector<double>>> u_bar = ad::zeros_like(u);
// CHECK-NEXT:   v_bar[1][1] += (u[1][1][1] + u[0][1][0]) * f_bar;
[[ad::differentiate(reverse)]] double f(const Row &x) {
  Matrix v(x.size(), Row(x.size()));
  std::vector<Matrix> u(2, Matrix(2, Row(2, 0.5)));
  v[1][1] = x[0];
  u[1][1][1] = x[1];
  return v[1][1] * (u[1][1][1] + u[0][1][0]) + v[0][1];
}

int main() {
  check({0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(Row(x, x + 2)); }, nullptr,
        AD([](In x, Out x_bar, Out y, In y_bar) {
          Row bar(2);
          y[0] = f_reverse(Row(x, x + 2), bar, y_bar[0]);
          add(bar.data(), x_bar, 2);
        }));
  return finish();
}
