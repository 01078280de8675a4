//===- particles.cpp - particles that repel each other, over time ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

/// Symplectic Euler for n particles in three dimensions that start at rest: how far they are from
/// the origin at the end. Forces are those of Lennard and Jones, of strength eps, softened.
[[ad::differentiate(forward, reverse)]]
real particles(const real *start, real eps, int n, int steps) {
  const double dt = 0.01;
  std::vector<real> x(start, start + 3 * n), v(3 * n), f(3 * n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 3 * n; ++i)
      f[i] = 0;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const real dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1],
                   dz = x[3 * i + 2] - x[3 * j + 2];
        const real inv = 1 / (dx * dx + dy * dy + dz * dz + 0.1), inv3 = inv * inv * inv;
        const real w = eps * inv3 * (2 * inv3 - 1) * inv;
        f[3 * i] += w * dx;
        f[3 * i + 1] += w * dy;
        f[3 * i + 2] += w * dz;
        f[3 * j] -= w * dx;
        f[3 * j + 1] -= w * dy;
        f[3 * j + 2] -= w * dz;
      }
    for (int i = 0; i < 3 * n; ++i) {
      v[i] += dt * f[i];
      x[i] += dt * v[i];
    }
  }
  real sum = 0;
  for (int i = 0; i < 3 * n; ++i)
    sum += x[i] * x[i];
  return sum;
}

#if BENCH_ON_DOUBLE
// The positions of each step are kept, nothing of the pairs. With u = 1 / (r^2 + 0.1) and
// w = eps (2 u^7 - u^4): dw = eps (14 u^6 - 4 u^3) du, du = -u^2 d(r^2), d(r^2) = 2 d . d(d); the
// force w d gives w g + (g . d) dw/d(d), where g is the adjoint of the force on i less that on j.
static double particles_by_hand(const double *start, double *x_bar, double eps, double &eps_bar,
                                int n, int steps) {
  const int m = 3 * n;
  const double dt = 0.01;
  std::vector<double> all((steps + 1) * m), v(m), f(m), b(m), v_bar(m), f_bar(m);
  std::copy(start, start + m, all.begin());
  for (int t = 0; t < steps; ++t) {
    const double *x = &all[t * m];
    double *next = &all[(t + 1) * m];
    std::fill(f.begin(), f.end(), 0.0);
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        const double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1],
                     dz = x[3 * i + 2] - x[3 * j + 2];
        const double inv = 1 / (dx * dx + dy * dy + dz * dz + 0.1), inv3 = inv * inv * inv;
        const double w = eps * inv3 * (2 * inv3 - 1) * inv;
        f[3 * i] += w * dx;
        f[3 * i + 1] += w * dy;
        f[3 * i + 2] += w * dz;
        f[3 * j] -= w * dx;
        f[3 * j + 1] -= w * dy;
        f[3 * j + 2] -= w * dz;
      }
    for (int i = 0; i < m; ++i) {
      v[i] += dt * f[i];
      next[i] = x[i] + dt * v[i];
    }
  }
  double sum = 0, strength = 0;
  for (int i = 0; i < m; ++i) {
    const double end = all[steps * m + i];
    sum += end * end;
    b[i] = 2 * end;
  }
  for (int t = steps; t-- > 0;) {
    const double *x = &all[t * m];
    for (int i = 0; i < m; ++i) {
      v_bar[i] += dt * b[i];
      f_bar[i] = dt * v_bar[i];
    }
    for (int i = 0; i < n; ++i) {
      double bx = 0, by = 0, bz = 0;
      for (int j = i + 1; j < n; ++j) {
        const double dx = x[3 * i] - x[3 * j], dy = x[3 * i + 1] - x[3 * j + 1],
                     dz = x[3 * i + 2] - x[3 * j + 2];
        const double inv = 1 / (dx * dx + dy * dy + dz * dz + 0.1), inv3 = inv * inv * inv;
        const double unit = inv3 * (2 * inv3 - 1) * inv, w = eps * unit;
        const double gx = f_bar[3 * i] - f_bar[3 * j], gy = f_bar[3 * i + 1] - f_bar[3 * j + 1],
                     gz = f_bar[3 * i + 2] - f_bar[3 * j + 2];
        const double w_bar = gx * dx + gy * dy + gz * dz;
        strength += w_bar * unit;
        const double r2_bar = -w_bar * eps * (14 * inv3 * inv3 - 4 * inv3) * inv * inv;
        const double px = w * gx + 2 * r2_bar * dx, py = w * gy + 2 * r2_bar * dy,
                     pz = w * gz + 2 * r2_bar * dz;
        bx += px;
        by += py;
        bz += pz;
        b[3 * j] -= px;
        b[3 * j + 1] -= py;
        b[3 * j + 2] -= pz;
      }
      b[3 * i] += bx;
      b[3 * i + 1] += by;
      b[3 * i + 2] += bz;
    }
  }
  for (int i = 0; i < m; ++i)
    x_bar[i] += b[i];
  eps_bar += strength;
  return sum;
}
#endif

static bench::problem make(int n) {
  const int m = 3 * n, steps = 20;
  bench::problem p;
  p.x = bench::uniform(m + 1, 0.1, 2);
  p.objective = [=](const real *x) { return particles(x, x[m], n, steps); };
#if BENCH_ON_DOUBLE
  p.forward = [=](const double *x, const double *x_dot) {
    double value_dot;
    particles_forward(x, x_dot, x[m], x_dot[m], n, steps, value_dot);
    return value_dot;
  };
  p.reverse = [=](const double *x, double *x_bar) {
    return particles_reverse(x, x_bar, x[m], x_bar[m], n, steps);
  };
  p.by_hand = [=](const double *x, double *x_bar) {
    return particles_by_hand(x, x_bar, x[m], x_bar[m], n, steps);
  };
#endif
  return p;
}

static const bench::registration registered("particles", {8, 40, 160}, make);
