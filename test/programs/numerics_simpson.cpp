// Simpson's rule on a parametrised integrand, in its limits and its parameters.
#include "harness.h"

static double integrand(double x, double a, double b) {
  return std::exp(-a * x * x) * std::sin(b * x);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double low, double high, int n, double a, double b) {
  const double h = (high - low) / n;
  double sum = integrand(low, a, b) + integrand(high, a, b);
  for (int i = 1; i < n; ++i)
    sum += (i % 2 ? 4 : 2) * integrand(low + i * h, a, b);
  return sum * h / 3;
}

int main() {
  check(
      {0.1, 1.4, 0.35, 2.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1], 8, x[2], x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] =
            f_forward(x[0], x_dot[0], x[1], x_dot[1], 8, x[2], x_dot[2], x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] =
            f_reverse(x[0], x_bar[0], x[1], x_bar[1], 8, x[2], x_bar[2], x[3], x_bar[3], y_bar[0]);
      }));
  return finish();
}
