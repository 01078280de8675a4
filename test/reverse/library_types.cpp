// std::complex, pair, tuple, optional, variant, and objects without derivatives.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>

using C = std::complex<double>;

// CHECK-LABEL: std::complex<double> rotated_reverse(std::complex<double> z, std::complex<double> &z_bar, double t,
// CHECK-NEXT:                                       double &t_bar, std::complex<double> rotated_bar) {
// CHECK-NEXT:   const std::complex<double> exp_t_complex = std::exp(std::complex<double>(0, t));
// CHECK-NEXT:   z_bar += std::conj(exp_t_complex) * rotated_bar;
// CHECK-NEXT:   t_bar += std::imag(std::conj(exp_t_complex) * std::conj(z) * rotated_bar);
// CHECK-NEXT:   return z * exp_t_complex;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] C rotated(C z, double t) { return z * std::exp(C(0, t)); }

// CHECK-LABEL: double magnitude_reverse(
// CHECK:         const double abs_z = std::abs(z);
// CHECK-NEXT:    z_bar += (abs_z == 0 ? 0.0 : z / abs_z * magnitude_bar) + magnitude_bar;
// CHECK-NEXT:    return abs_z + std::real(z);
[[ad::differentiate(reverse)]] double magnitude(C z) { return std::abs(z) + z.real(); }

// CHECK-LABEL: double split_reverse(const std::tuple<double, int> &t, std::tuple<double, int> &t_bar,
// CHECK-NEXT:                       double split_bar) {
// CHECK-NEXT:   std::get<0>(t_bar) += 2 * std::get<0>(t) * std::get<1>(t) * split_bar;
// CHECK-NEXT:   return std::get<0>(t) * std::get<0>(t) * std::get<1>(t);
[[ad::differentiate(reverse)]] double split(const std::tuple<double, int> &t) {
  const auto &[x, n] = t;
  return x * x * n;
}

// CHECK-LABEL: double either_reverse(const std::optional<double> &o, std::optional<double> &o_bar, double x,
// CHECK-NEXT:                        double &x_bar, double either_bar) {
// CHECK-NEXT:   if (o.has_value()) {
// CHECK-NEXT:     ad::engaged(o_bar) += x * either_bar;
// CHECK-NEXT:     x_bar += *o * either_bar;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     x_bar += either_bar;
// CHECK-NEXT:   }
// CHECK-NEXT:   return o.has_value() ? *o * x : x;
[[ad::differentiate(reverse)]] double either(const std::optional<double> &o, double x) {
  return o ? *o * x : x;
}

// CHECK-LABEL: double held_reverse(
// CHECK:         const bool d_held = v.index() == 0;
// CHECK:         ad::alternative<0>(v_bar) += 2 * std::get<0>(v) * held_bar;
[[ad::differentiate(reverse)]] double held(const std::variant<double, int> &v) {
  if (const double *d = std::get_if<double>(&v))
    return *d * *d;
  return 0;
}

// CHECK-LABEL: double counted_reverse(
// CHECK:         std::string s("ab");
// CHECK-NEXT:    s += "c";
// CHECK-NEXT:    int value;
// CHECK-NEXT:    value = counts[s];
// CHECK-NEXT:    x_bar += 2 * x * value * counted_bar;
// CHECK-NEXT:    return x * x * value;
[[ad::differentiate(reverse)]] double counted(double x, std::map<std::string, int> &counts) {
  std::string s = "ab";
  s += "c";
  return x * x * counts[s];
}
