//===- lennard_jones.cpp - energy of all pairs of atoms -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

[[ad::differentiate(forward, reverse)]]
real lennard_jones(const real *x, int atoms) {
  real energy = 0;
  for (int i = 0; i < atoms; ++i)
    for (int j = i + 1; j < atoms; ++j) {
      real square = 0;
      for (int k = 0; k < 3; ++k) {
        real apart = x[3 * i + k] - x[3 * j + k];
        square += apart * apart;
      }
      real inverse = 1 / square;
      real sixth = inverse * inverse * inverse;
      energy += 4 * sixth * (sixth - 1);
    }
  return energy;
}

static bench::problem make(int atoms) {
  bench::problem p;
  p.x = bench::uniform(3 * atoms, 0, 0.3); // jitter around a cubic lattice
  const int side = static_cast<int>(std::ceil(std::cbrt(atoms)));
  for (int i = 0; i < atoms; ++i) {
    p.x[3 * i] += 1.2 * (i % side);
    p.x[3 * i + 1] += 1.2 * (i / side % side);
    p.x[3 * i + 2] += 1.2 * (i / side / side);
  }
  p.objective = [atoms](const real *x) { return lennard_jones(x, atoms); };
#if BENCH_ON_DOUBLE
  p.forward = [atoms](const double *x, const double *x_dot) {
    double value_dot;
    lennard_jones_forward(x, x_dot, atoms, value_dot);
    return value_dot;
  };
  p.reverse = [atoms](const double *x, double *x_bar) {
    return lennard_jones_reverse(x, x_bar, atoms);
  };
  // With q = r^-2, s = q^3: E = 4 s (s - 1), dE/d(r^2) = 4 (2 s - 1) * (-3 s q), and d(r^2)/dx_i is
  // twice the way from j to i. The force on i is summed in registers.
  p.by_hand = [atoms](const double *x, double *x_bar) {
    double energy = 0;
    for (int i = 0; i < atoms; ++i) {
      double sum0 = 0, sum1 = 0, sum2 = 0;
      for (int j = i + 1; j < atoms; ++j) {
        const double apart0 = x[3 * i] - x[3 * j], apart1 = x[3 * i + 1] - x[3 * j + 1],
                     apart2 = x[3 * i + 2] - x[3 * j + 2];
        const double inverse = 1 / (apart0 * apart0 + apart1 * apart1 + apart2 * apart2);
        const double sixth = inverse * inverse * inverse;
        energy += 4 * sixth * (sixth - 1);
        const double slope = -24 * sixth * inverse * (2 * sixth - 1);
        sum0 += slope * apart0;
        sum1 += slope * apart1;
        sum2 += slope * apart2;
        x_bar[3 * j] -= slope * apart0;
        x_bar[3 * j + 1] -= slope * apart1;
        x_bar[3 * j + 2] -= slope * apart2;
      }
      x_bar[3 * i] += sum0;
      x_bar[3 * i + 1] += sum1;
      x_bar[3 * i + 2] += sum2;
    }
    return energy;
  };
#endif
  return p;
}

static const bench::registration registered("Lennard-Jones", {16, 64, 256}, make);
