//===- pendulum.h - a swinging pendulum -----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The annotation stands at the prototype: every file that includes this header can call the
// companions, and the file that holds the body defines them.
//
//===----------------------------------------------------------------------===//
#ifndef PENDULUM_H
#define PENDULUM_H

struct Pendulum {
  double length;  ///< m
  double damping; ///< 1/s
};

/// The angle (rad) after `steps` time steps of `dt` seconds, released at rest at angle `start`.
/// Semi-implicit Euler; O(steps).
[[ad::differentiate(forward, reverse)]]
double swing(const Pendulum &p, double start, [[ad::constant]] double dt, int steps);

#endif
