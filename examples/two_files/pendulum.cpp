//===- pendulum.cpp - a swinging pendulum ---------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "pendulum.h"
#include <cmath>

double swing(const Pendulum &p, double start, double dt, int steps) {
  const double gravity = 9.81; // m/s^2
  double angle = start, speed = 0;
  for (int i = 0; i < steps; ++i) {
    speed += dt * (-gravity / p.length * std::sin(angle) - p.damping * speed);
    angle += dt * speed;
  }
  return angle;
}
