//===- main.cpp - how long is the pendulum? -------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Finds the length of a pendulum from one measured angle by Newton's method, with the derivative
// that the companion gives. This file sees only the prototype of `swing`.
//
//===----------------------------------------------------------------------===//
#include "pendulum.h"
#include <cmath>
#include <cstdio>

int main() {
  constexpr double start = 0.5, dt = 1e-3; // rad, s
  constexpr int steps = 700;
  const double measured = swing({0.8, 0.1}, start, dt, steps);

  Pendulum guess{1, 0.1};
  for (int i = 0; i < 6; ++i) {
    Pendulum guess_bar{}; // the derivative of a Pendulum is a Pendulum
    double start_bar = 0;
    const double angle = swing_reverse(guess, guess_bar, start, start_bar, dt, steps);
    std::printf("length %.6f m, angle off by %+.1e\n", guess.length, angle - measured);
    guess.length -= (angle - measured) / guess_bar.length;
  }
  return std::abs(guess.length - 0.8) < 1e-9 ? 0 : 1;
}
