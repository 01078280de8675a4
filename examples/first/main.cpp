//===- main.cpp - a first gradient ----------------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The gradient of Rosenbrock's function: printed, checked against differences, and descended.
//
//===----------------------------------------------------------------------===//
#include "ad/check.h"
#include <cstdio>

// Rosenbrock, An automatic method for finding the greatest or least value of a function, Comput. J.
// 3, 1960; in n dimensions. Its minimum is 0, at (1, ..., 1).
[[ad::differentiate(forward, reverse)]]
double rosenbrock(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; ++i) {
    const double valley = x[i + 1] - x[i] * x[i];
    const double slope = 1 - x[i];
    sum += 100 * valley * valley + slope * slope;
  }
  return sum;
}

int main() {
  constexpr int n = 4;
  double x[n] = {-1.2, 1, -1.2, 1};
  double x_bar[n] = {}; // rosenbrock_reverse adds to it

  const double value = rosenbrock_reverse(x, x_bar, n);
  std::printf("f = %.4f, gradient = (%.1f, %.1f, %.1f, %.1f)\n", value, x_bar[0], x_bar[1],
              x_bar[2], x_bar[3]);

  // One directional derivative, by forward mode: along the first axis.
  const double x_dot[n] = {1, 0, 0, 0};
  double f_dot;
  rosenbrock_forward(x, x_dot, n, f_dot);
  std::printf("df/dx0 = %.1f\n", f_dot);

  // Both against differences, and against each other.
  const ad::check_result checked =
      ad::check_gradient(rosenbrock, rosenbrock_reverse, rosenbrock_forward, x, n);
  std::printf("%s\n", checked ? "right" : checked.message());

  for (int step = 0; step < 20000; ++step) {
    double gradient[n] = {};
    rosenbrock_reverse(x, gradient, n);
    for (int i = 0; i < n; ++i)
      x[i] -= 1e-3 * gradient[i];
  }
  std::printf("descended to (%.3f, %.3f, %.3f, %.3f)\n", x[0], x[1], x[2], x[3]);
  return checked ? 0 : 1;
}
