//===- springs.cpp - a net of springs, in vectors and structs -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

inline namespace BENCH_TOOL { // of each tool its own

struct point {
  real x, y, z;
  point operator-(const point &other) const { return {x - other.x, y - other.y, z - other.z}; }
  real norm() const { return sqrt(x * x + y * y + z * z); }
};

struct spring {
  int from, to;
  double length, stiffness;
};

/// The energy of the springs between points, and of the points in a field of gravity.
[[ad::differentiate(forward, reverse)]]
real net_energy(const std::vector<point> &points,
                [[ad::constant]] const std::vector<spring> &springs) {
  real energy = 0;
  for (const spring &s : springs) {
    const point apart = points[s.to] - points[s.from];
    const real stretch = apart.norm() - s.length;
    energy += 0.5 * s.stiffness * stretch * stretch;
  }
  for (const point &p : points)
    energy += 0.01 * p.z;
  return energy;
}

} // namespace BENCH_TOOL

#if BENCH_ON_DOUBLE
// With d the way from one end to the other and r = |d|: dE/dd = k (r - l) / r d.
static double net_energy_by_hand(const std::vector<point> &points, std::vector<point> &points_bar,
                                 const std::vector<spring> &springs) {
  double energy = 0;
  for (const spring &s : springs) {
    const point &a = points[s.from], &b = points[s.to];
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const double norm = sqrt(x * x + y * y + z * z), stretch = norm - s.length;
    energy += 0.5 * s.stiffness * stretch * stretch;
    const double slope = s.stiffness * stretch / norm;
    point &a_bar = points_bar[s.from], &b_bar = points_bar[s.to];
    a_bar.x -= slope * x;
    a_bar.y -= slope * y;
    a_bar.z -= slope * z;
    b_bar.x += slope * x;
    b_bar.y += slope * y;
    b_bar.z += slope * z;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    energy += 0.01 * points[i].z;
    points_bar[i].z += 0.01;
  }
  return energy;
}
#endif

/// Numbers as points; they are copied, by every tool alike.
static const std::vector<point> &as_points(const real *x, std::vector<point> &to) {
  for (std::size_t i = 0; i < to.size(); ++i) { // member by member: Sacado copies no constants
    to[i].x = x[3 * i];
    to[i].y = x[3 * i + 1];
    to[i].z = x[3 * i + 2];
  }
  return to;
}

/// A square sheet; every point is tied to its neighbours to the right, below and diagonally.
static bench::problem make(int side) {
  bench::problem p;
  p.x = bench::normal(3 * side * side, 0.1);
  std::vector<spring> springs;
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j) {
      p.x[3 * (i * side + j)] += i;
      p.x[3 * (i * side + j) + 1] += j;
      if (i + 1 < side)
        springs.push_back({i * side + j, (i + 1) * side + j, 1, 2});
      if (j + 1 < side)
        springs.push_back({i * side + j, i * side + j + 1, 1, 2});
      if (i + 1 < side && j + 1 < side)
        springs.push_back({i * side + j, (i + 1) * side + j + 1, 1.4, 1});
    }
  p.objective = [=, points = std::vector<point>(side * side)](const real *x) mutable {
    return net_energy(as_points(x, points), springs);
  };
#if BENCH_ON_DOUBLE
  const std::vector<point> none(side * side);
  p.forward = [=, points = none, dots = none](const double *x, const double *x_dot) mutable {
    double value_dot;
    as_points(x, points);
    as_points(x_dot, dots);
    net_energy_forward(points, dots, springs, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=, points = none, bars = none](const double *x, double *x_bar) mutable {
      as_points(x, points);
      as_points(x_bar, bars);
      const double value = companion(points, bars, springs);
      for (std::size_t i = 0; i < bars.size(); ++i) {
        x_bar[3 * i] = bars[i].x;
        x_bar[3 * i + 1] = bars[i].y;
        x_bar[3 * i + 2] = bars[i].z;
      }
      return value;
    };
  };
  p.reverse = gradient([](const auto &points, auto &bars, const auto &springs) {
    return net_energy_reverse(points, bars, springs);
  });
  p.by_hand = gradient([](const auto &points, auto &bars, const auto &springs) {
    return net_energy_by_hand(points, bars, springs);
  });
#endif
  return p;
}

static const bench::registration registered("springs", {8, 32, 100}, make);
