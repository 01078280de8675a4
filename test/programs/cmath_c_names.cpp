// The C names of <math.h>: sin, sinf, sinl, powf, fabsl...
#include "harness.h"
#include <math.h>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double a = sin(x) * cos(y) + exp(x) / sqrt(y) - fabs(x - y) + pow(x, y) + atan2(y, x);
  float b = sinf(0.5f) * powf(2.0f, 3.0f);
  long double c = sinl(x) * powl(y, 2.0L) + fabsl(-x) + expl(y) + sqrtl(x);
  return a * static_cast<double>(c) + b * tanh(x) + fmax(x, y) * hypot(x, y);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float g(float x, float y) {
  return sinf(x) * cosf(y) + expf(x) * sqrtf(y) + fabsf(x - y) + powf(x, y);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
long double h(long double x, long double y) {
  return logl(x) * tanhl(y) + fmaxl(x, y) + cbrtl(x);
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7f, 1.3f}, 1, [](const float *x, float *y) { y[0] = g(x[0], x[1]); },
      AD([](const float *x, const float *x_dot, float *y, float *y_dot) {
        y[0] = g_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = g_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7L, 1.3L}, 1, [](const long double *x, long double *y) { y[0] = h(x[0], x[1]); },
      AD([](const long double *x, const long double *x_dot, long double *y, long double *y_dot) {
        y[0] = h_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](const long double *x, long double *x_bar, long double *y, const long double *y_bar) {
        y[0] = h_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
