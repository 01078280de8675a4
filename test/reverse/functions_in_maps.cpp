// Maps of functions: a constant key is that very function, another one is compared with all of them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <cmath>
#include <functional>
#include <map>
#include <string>

// CHECK-LABEL: double known_reverse(
// CHECK:        const double tanh_x = std::tanh(x);
// CHECK-NEXT:   x_bar += (1 - tanh_x * tanh_x + k) * known_bar;
// CHECK-NEXT:   k_bar += x * known_bar;
// CHECK-NEXT:   return tanh_x + x * k;
[[ad::differentiate(reverse)]]
double known(double x, double k) {
  std::map<std::string, std::function<double(double)>> table;
  table["scale"] = [k](double v) { return v * k; };
  table["tanh"] = [](double v) { return std::tanh(v); };
  return table.at("tanh")(x) + table["scale"](x);
}

// CHECK-LABEL: double asked_reverse(
// CHECK:        bool value;
// CHECK-NEXT:   value = name == "exp";
// CHECK-NEXT:   bool value_1;
// CHECK-NEXT:   value_1 = name == "square";
// CHECK-NEXT:   const int which = value_1 ? 0 : value ? 1 : -1;
// CHECK-NEXT:   if (which < 0)
// CHECK-NEXT:     std::__throw_out_of_range("map::at");
// CHECK-NEXT:   double called;
// CHECK-NEXT:   double exp_x = 0;
// CHECK-NEXT:   if (which == 0) {
// CHECK-NEXT:     called = x * x;
// CHECK-NEXT:   } else {
// CHECK-NEXT:     exp_x = std::exp(x);
// CHECK-NEXT:     called = exp_x;
// CHECK-NEXT:   }
// CHECK-NEXT:   const double called_bar = asked_bar;
// CHECK-NEXT:   if (which == 0)
// CHECK-NEXT:     x_bar += 2 * x * called_bar;
// CHECK-NEXT:   else
// CHECK-NEXT:     x_bar += exp_x * called_bar;
// CHECK-NEXT:   return called;
[[ad::differentiate(reverse)]]
double asked(double x, const std::string &name) {
  static const std::map<std::string, double (*)(double)> table{
      {"square", [](double v) { return v * v; }}, {"exp", [](double v) { return std::exp(v); }}};
  return table.at(name)(x);
}

// CHECK-LABEL: double found_reverse(
// CHECK:        const int which = key == 7 ? 0 : -1;
// CHECK-NEXT:   if (which != -1)
// CHECK-NEXT:     x_bar += 2 * x * found_bar;
// CHECK-NEXT:   else
// CHECK-NEXT:     x_bar += found_bar;
// CHECK-NEXT:   return which != -1 ? x * x : x;
[[ad::differentiate(reverse)]]
double found(double x, int key) {
  std::map<int, std::function<double(double)>> table{{7, [x](double v) { return v * x; }}};
  const auto it = table.find(key);
  return it != table.end() ? it->second(x) : x;
}

// CHECK-LABEL: double looped_reverse(
// CHECK:        double x_1 = x;
// CHECK-NEXT:   const int key = 1;
// CHECK-NEXT:   x_1 = std::sin(x_1) * key;
// CHECK-NEXT:   const int key_1 = 2;
// CHECK-NEXT:   const double x_1_before = x_1;
// CHECK-NEXT:   x_1 = x_1 * x_1 * key_1;
// CHECK-NEXT:   const double x_1_bar = std::cos(x) * key * (2 * x_1_before * key_1 * looped_bar);
// CHECK-NEXT:   x_bar += x_1_bar;
// CHECK-NEXT:   return x_1;
[[ad::differentiate(reverse)]]
double looped(double x) {
  std::map<int, std::function<double(double)>> table{{2, [](double v) { return v * v; }},
                                                     {1, [](double v) { return std::sin(v); }}};
  for (const auto &[key, g] : table)
    x = g(x) * key;
  return x;
}
