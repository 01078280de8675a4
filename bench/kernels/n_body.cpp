//===- n_body.cpp - bodies that attract one another -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// Steps of the symplectic Euler method; x and v hold positions and velocities and are moved. The
/// kinetic energy that is reached.
[[ad::differentiate(forward, reverse)]]
real n_body(real *x, real *v, [[ad::constant]] const double *mass, int bodies, int steps,
            [[ad::constant]] double dt) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < bodies; ++i)
      for (int j = i + 1; j < bodies; ++j) {
        real apart[3];
        real square = 0.01; // softened
        for (int k = 0; k < 3; ++k) {
          apart[k] = x[3 * j + k] - x[3 * i + k];
          square += apart[k] * apart[k];
        }
        real pull = dt / (square * sqrt(square));
        for (int k = 0; k < 3; ++k) {
          v[3 * i + k] += mass[j] * pull * apart[k];
          v[3 * j + k] -= mass[i] * pull * apart[k];
        }
      }
    for (int i = 0; i < 3 * bodies; ++i)
      x[i] += dt * v[i];
  }
  real energy = 0;
  for (int i = 0; i < bodies; ++i)
    for (int k = 0; k < 3; ++k)
      energy += 0.5 * mass[i] * v[3 * i + k] * v[3 * i + k];
  return energy;
}

constexpr int steps = 50;
constexpr double dt = 0.001;

#if BENCH_ON_DOUBLE
// The positions of each step are kept; distances are computed again. With d = x_j - x_i, q = |d|^2
// + eps and pull = dt q^(-3/2), v_i += m_j pull d and v_j -= m_i pull d: with u = m_j v_i_bar - m_i
// v_j_bar, d_bar = pull u + (pull_bar dpull/dq) 2 d, pull_bar = u . d and dpull/dq = -3/2 pull / q.
static double n_body_by_hand(double *x, double *x_bar, double *v, double *v_bar, const double *mass,
                             int bodies) {
  const int n = 3 * bodies;
  std::vector<double> positions(steps * n);
  for (int t = 0; t < steps; ++t) {
    std::copy(x, x + n, &positions[t * n]);
    for (int i = 0; i < bodies; ++i)
      for (int j = i + 1; j < bodies; ++j) {
        const double d0 = x[3 * j] - x[3 * i], d1 = x[3 * j + 1] - x[3 * i + 1],
                     d2 = x[3 * j + 2] - x[3 * i + 2];
        const double square = 0.01 + d0 * d0 + d1 * d1 + d2 * d2;
        const double pull = dt / (square * sqrt(square)), here = mass[j] * pull,
                     there = mass[i] * pull;
        v[3 * i] += here * d0;
        v[3 * i + 1] += here * d1;
        v[3 * i + 2] += here * d2;
        v[3 * j] -= there * d0;
        v[3 * j + 1] -= there * d1;
        v[3 * j + 2] -= there * d2;
      }
    for (int i = 0; i < n; ++i)
      x[i] += dt * v[i];
  }
  double energy = 0;
  for (int i = 0; i < n; ++i) {
    energy += 0.5 * mass[i / 3] * v[i] * v[i];
    v_bar[i] += mass[i / 3] * v[i];
  }
  for (int t = steps; t-- > 0;) {
    const double *at = &positions[t * n];
    for (int i = 0; i < n; ++i)
      v_bar[i] += dt * x_bar[i];
    for (int i = 0; i < bodies; ++i) {
      double sum0 = 0, sum1 = 0, sum2 = 0;
      for (int j = i + 1; j < bodies; ++j) {
        const double d0 = at[3 * j] - at[3 * i], d1 = at[3 * j + 1] - at[3 * i + 1],
                     d2 = at[3 * j + 2] - at[3 * i + 2];
        const double square = 0.01 + d0 * d0 + d1 * d1 + d2 * d2;
        const double pull = dt / (square * sqrt(square));
        const double u0 = mass[j] * v_bar[3 * i] - mass[i] * v_bar[3 * j],
                     u1 = mass[j] * v_bar[3 * i + 1] - mass[i] * v_bar[3 * j + 1],
                     u2 = mass[j] * v_bar[3 * i + 2] - mass[i] * v_bar[3 * j + 2];
        const double along = -3 * pull / square * (u0 * d0 + u1 * d1 + u2 * d2);
        const double b0 = pull * u0 + along * d0, b1 = pull * u1 + along * d1,
                     b2 = pull * u2 + along * d2;
        sum0 += b0;
        sum1 += b1;
        sum2 += b2;
        x_bar[3 * j] += b0;
        x_bar[3 * j + 1] += b1;
        x_bar[3 * j + 2] += b2;
      }
      x_bar[3 * i] -= sum0;
      x_bar[3 * i + 1] -= sum1;
      x_bar[3 * i + 2] -= sum2;
    }
  }
  return energy;
}
#endif

static bench::problem make(int bodies) {
  const int n = 3 * bodies;
  bench::problem p;
  p.x = bench::normal(2 * n);
  const std::vector<double> mass = bench::uniform(bodies, 0.5, 2, 2);
  p.objective = [=, now = std::vector<real>(2 * n)](const real *x) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return n_body(now.data(), now.data() + n, mass.data(), bodies, steps, dt);
  };
#if BENCH_ON_DOUBLE
  p.forward = [=, now = p.x, now_dot = p.x](const double *x, const double *x_dot) mutable {
    std::copy(x, x + 2 * n, now.begin());
    std::copy(x_dot, x_dot + 2 * n, now_dot.begin());
    double value_dot;
    n_body_forward(now.data(), now_dot.data(), now.data() + n, now_dot.data() + n, mass.data(),
                   bodies, steps, dt, value_dot);
    return value_dot;
  };
  p.reverse = [=, now = p.x](const double *x, double *x_bar) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return n_body_reverse(now.data(), x_bar, now.data() + n, x_bar + n, mass.data(), bodies, steps,
                          dt);
  };
  p.by_hand = [=, now = p.x](const double *x, double *x_bar) mutable {
    std::copy(x, x + 2 * n, now.begin());
    return n_body_by_hand(now.data(), x_bar, now.data() + n, x_bar + n, mass.data(), bodies);
  };
#endif
  return p;
}

static const bench::registration registered("n-body", {4, 16, 64}, make);
