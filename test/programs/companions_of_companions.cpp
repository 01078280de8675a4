// Companions are differentiated once more: second derivatives, and all rows of a Jacobian at once.
#include "harness.h"

#include <cmath>

[[ad::differentiate(reverse)]]
double wave(double x, double y) {
  double z = std::exp(x * y);
  return z / (1 + x * x) + std::sqrt(z);
}

[[ad::differentiate(forward)]]
double wave_reverse(double x, double &x_bar, double y, double &y_bar,
                    [[ad::constant]] double wave_bar);

[[ad::differentiate(reverse)]]
void turned(const double *x, double *y) {
  const double square = x[0] * x[0] + x[1] * x[1];
  double scale = 1;
  if (square > 0.5)
    scale = std::sin(square) / square;
  const double a = x[0] * scale, b = x[1] * scale + x[2];
  y[0] = a * x[2];
  y[1] = b / (1 + a * a);
}

// Linear in y_bar: the tangent in direction y_bar_dot is a row of its own.
[[ad::differentiate(forward)]]
void turned_reverse([[ad::constant]] const double *x, double *x_bar, [[ad::constant]] double *y,
                    double *y_bar);

int main() {
  for (double far : {0.2, 0.9}) // both branches
    check(
        {far, 0.4, 1.3}, 2, [](In x, Out y) { turned(x, y); }, nullptr,
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double row[2][3] = {}, seed[2] = {1, 0}, seed_dot[2] = {0, 1};
          turned_reverse_forward(x, row[0], row[1], y, seed, seed_dot);
          for (int i = 0; i < 3; ++i)
            x_bar[i] += y_bar[0] * row[0][i] + y_bar[1] * row[1][i];
        }));
#ifndef NO_AD // what is differentiated here is a companion
  check(
      {0.3, 0.8}, 2,
      [](In x, Out g) {
        g[0] = g[1] = 0;
        wave_reverse(x[0], g[0], x[1], g[1], 1);
      },
      [](In x, In x_dot, Out g, Out g_dot) {
        double wave_dot;
        g[0] = g[1] = g_dot[0] = g_dot[1] = 0;
        wave_reverse_forward(x[0], x_dot[0], g[0], g_dot[0], x[1], x_dot[1], g[1], g_dot[1], 1,
                             wave_dot);
      },
      nullptr);
#endif
  return finish();
}
