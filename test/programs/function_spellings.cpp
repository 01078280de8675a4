// One attribute list, several attributes, the GNU spelling, `using`, after the name, on main's own.
#include "harness.h"

[[ad::differentiate(forward), ad::differentiate(reverse)]]
double a(double x) {
  return x * x;
}

__attribute__((ad_differentiate(forward))) __attribute__((ad_differentiate(reverse))) double
b(double x) {
  return x * a(x);
}

[[using ad: differentiate(forward), differentiate(reverse)]]
double c(double x) {
  return x + b(x);
}

[[ad::differentiate(forward)]] [[nodiscard]] [[ad::differentiate(reverse)]]
inline constexpr double d(double x) {
  return x * x * x;
}

double e [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] (double x) { return 1 / x; }

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = a(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = a_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = a_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = b(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = b_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = b_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = c(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = c_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = c_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = d(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = d_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = d_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = e(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = e_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = e_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
