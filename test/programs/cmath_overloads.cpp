// The overloads of std:: for float, long double, and integers (which are evaluated in double).
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float f(float x, float y) {
  return std::sin(x) * std::pow(x, y) + std::fmax(x, y) * std::sqrt(y);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
long double g(long double x) {
  return std::exp(x) * std::pow(x, 3) + std::hypot(x, 2.0L);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double h(double x, int n, float s) {
  return std::sqrt(n) * x + std::pow(x, n) + std::pow(n, x) + std::sin(n) + std::pow(s, 2) * x;
}

int main() {
  check(
      {0.7f, 1.3f}, 1, [](const float *x, float *y) { y[0] = f(x[0], x[1]); },
      AD([](const float *x, const float *x_dot, float *y, float *y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7L}, 1, [](const long double *x, long double *y) { y[0] = g(x[0]); },
      AD([](const long double *x, const long double *x_dot, long double *y, long double *y_dot) {
        y[0] = g_forward(x[0], x_dot[0], y_dot[0]);
      }),
      AD([](const long double *x, long double *x_bar, long double *y, const long double *y_bar) {
        y[0] = g_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = h(x[0], 3, 0.5f); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = h_forward(x[0], x_dot[0], 3, 0.5f, 0.0f, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        float s_bar = 0;
        y[0] = h_reverse(x[0], x_bar[0], 3, 0.5f, s_bar, y_bar[0]);
        expect("s_bar", s_bar, 2 * 0.5 * x[0] * y_bar[0], 1e-6);
      }));
  return finish();
}
