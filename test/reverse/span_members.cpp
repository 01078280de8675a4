// Members that are spans: derivatives hold spans of derivatives.
// RUN: %clang_ad_plugin -std=c++20 -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <span>
#include <vector>
struct Row {
  std::span<const double> values;
  double weight;
};
struct View {
  std::span<double> left;
};
// CHECK-LABEL: double row_forward(const std::vector<double> &x, const std::vector<double> &x_dot,
// CHECK-NEXT:                     double &row_dot) {
// CHECK-NEXT:    ad::match(x_dot, x);
// CHECK-NEXT:    Row r = {{[{][{]}}x.data(), x.size()}, x[0]};
// CHECK-NEXT:    Row r_dot = {{[{][{]}}x_dot.data(), x.size()}, x_dot[0]};
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    double s_dot = 0;
// CHECK-NEXT:    const double *const elements = r.values.data();
// CHECK-NEXT:    const double *const elements_dot = r_dot.values.data();
// CHECK-NEXT:    const std::size_t length = r.values.size();
// CHECK-NEXT:    for (std::size_t k = 0; k < length; ++k) {
// CHECK-NEXT:      const double v = elements[k];
// CHECK-NEXT:      const double v_dot = elements_dot[k];
// CHECK-NEXT:      s_dot += v * v * r_dot.weight + 2 * r.weight * v * v_dot;
// CHECK-NEXT:      s += r.weight * v * v;
// CHECK-NEXT:    }
// CHECK-NEXT:    row_dot = s_dot;
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }

// CHECK-LABEL: double row_reverse(const std::vector<double> &x, std::vector<double> &x_bar, double row_bar) {
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    Row r = {{[{][{]}}x.data(), x.size()}, x[0]};
// CHECK-NEXT:    Row r_bar = {};
// CHECK-NEXT:    r_bar.values = std::span<const double>{x_bar.data(), x.size()};
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    const double *const elements = r.values.data();
// CHECK-NEXT:    double *const elements_bar = const_cast<double *>(r_bar.values.data());
// CHECK-NEXT:    const std::size_t length = r.values.size();
// CHECK-NEXT:    const double s_bar = row_bar;
// CHECK-NEXT:    for (std::size_t k = 0; k < length; ++k) { // each iteration is reversed at once
// CHECK-NEXT:      const double v = elements[k];
// CHECK-NEXT:      s += r.weight * v * v;
// CHECK-NEXT:      const double v_bar = 2 * r.weight * v * s_bar;
// CHECK-NEXT:      r_bar.weight += v * v * s_bar;
// CHECK-NEXT:      elements_bar[k] += v_bar;
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    x_bar[0] += r_bar.weight;
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(forward, reverse)]]
double row(const std::vector<double> &x) {
  Row r{x, x[0]};
  double s = 0;
  for (double v : r.values)
    s += r.weight * v * v;
  return s;
}
// CHECK-LABEL: double pieces_reverse(std::vector<double> &x, std::vector<double> &x_bar, double pieces_bar) {
// CHECK-NEXT:    ad::tape tape;
// CHECK-NEXT:    ad::match(x_bar, x);
// CHECK-NEXT:    // forward sweep
// CHECK-NEXT:    View v = {{[{][{]}}x.data(), x.size()}};
// CHECK-NEXT:    View v_bar = {};
// CHECK-NEXT:    v_bar.left = std::span<double>{x_bar.data(), x.size()};
// CHECK-NEXT:    unsigned long trips = 0;
// CHECK-NEXT:    double s = 0;
// CHECK-NEXT:    double v_left_data_1_1 = 0;
// CHECK-NEXT:    double v_left_data_0 = 0;
// CHECK-NEXT:    double *v_left_data_1_bar = nullptr;
// CHECK-NEXT:    double *v_left_data_bar = nullptr;
// CHECK-NEXT:    while (v.left.size() > 1) {
// CHECK-NEXT:      ++trips;
// CHECK-NEXT:      double *const v_left_data = v.left.data();
// CHECK-NEXT:      tape.push(v_left_data_bar);
// CHECK-NEXT:      v_left_data_bar = v_bar.left.data();
// CHECK-NEXT:      tape.push(v_left_data_0);
// CHECK-NEXT:      v_left_data_0 = v_left_data[0];
// CHECK-NEXT:      tape.push(v_left_data_1_1);
// CHECK-NEXT:      v_left_data_1_1 = v_left_data[1];
// CHECK-NEXT:      v_left_data[0] = v_left_data_0 * v_left_data_1_1;
// CHECK-NEXT:      double *const v_left_data_1 = v.left.data();
// CHECK-NEXT:      tape.push(v_left_data_1_bar);
// CHECK-NEXT:      v_left_data_1_bar = v_bar.left.data();
// CHECK-NEXT:      s += v_left_data_1[0];
// CHECK-NEXT:      v_bar.left = std::span<double>{v_bar.left.data() + 1, v.left.size() - 1};
// CHECK-NEXT:      v.left = std::span<double>{v.left.data() + 1, v.left.size() - 1};
// CHECK-NEXT:    }
// CHECK-NEXT:    // reverse sweep
// CHECK-NEXT:    const double s_bar = pieces_bar;
// CHECK-NEXT:    for (; trips > 0; --trips) {
// CHECK-NEXT:      v_left_data_1_bar[0] += s_bar;
// CHECK-NEXT:      v_left_data_1_bar = tape.pop<double *>();
// CHECK-NEXT:      v_left_data_bar[1] += v_left_data_0 * v_left_data_bar[0];
// CHECK-NEXT:      v_left_data_bar[0] *= v_left_data_1_1;
// CHECK-NEXT:      v_left_data_1_1 = tape.pop<double>();
// CHECK-NEXT:      v_left_data_0 = tape.pop<double>();
// CHECK-NEXT:      v_left_data_bar = tape.pop<double *>();
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double pieces(std::vector<double> &x) {
  View v{x};
  double s = 0;
  while (v.left.size() > 1) {
    v.left[0] *= v.left[1];
    s += v.left[0];
    v.left = v.left.subspan(1);
  }
  return s;
}
