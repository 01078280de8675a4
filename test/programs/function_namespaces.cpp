// Nested, inline and anonymous namespaces, static and inline functions.
#include "harness.h"

namespace outer::inner {
inline namespace v1 {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x) {
  return x * x;
}
} // namespace v1
} // namespace outer::inner

namespace {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(double x, double y) {
  return outer::inner::f(x) * y;
}
} // namespace

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
static double h(double x) {
  return g(x, x) + 1;
}

namespace outer {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
inline double k(double x) {
  return inner::f(x) + inner::v1::f(2 * x);
}
} // namespace outer

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = outer::inner::f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = outer::inner::f_forward(x[0], x_dot[0], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = outer::inner::f_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = g(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = g_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = g_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = h(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = h_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = h_reverse(x[0], x_bar[0], y_bar[0]); }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = outer::k(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = outer::k_forward(x[0], x_dot[0], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = outer::k_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  using namespace outer;
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = k(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = k_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = k_reverse(x[0], x_bar[0], y_bar[0]); }));
  return finish();
}
