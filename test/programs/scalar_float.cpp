// float in, float out: derivatives are floats.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float f(float x, float y) {
  float a = x * y + 3.0f;
  return a * a / (2.0f + y);
}

int main() {
  check(
      {0.6f, 0.9f}, 1, [](const float *x, float *y) { y[0] = f(x[0], x[1]); },
      AD([](const float *x, const float *x_dot, float *y, float *y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
