//===- pose_graph.cpp - poses and their relative measurements -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Quaternions in structs, by small functions that are given what others return; a robust cost.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

inline namespace BENCH_TOOL { // of each tool its own

struct quaternion {
  real w, x, y, z;
};
struct pose {
  quaternion q;
  real t[3];
};
struct measurement {
  int from, to;
  double q[4], t[3], weight;
};

static quaternion multiply(const quaternion &a, const quaternion &b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static quaternion conjugate(const quaternion &a) { return {a.w, -a.x, -a.y, -a.z}; }
static quaternion normalized(const quaternion &a) {
  real norm = sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
  return {a.w / norm, a.x / norm, a.y / norm, a.z / norm};
}
static void rotate(const quaternion &q, const real *v, real *out) {
  real x = q.y * v[2] - q.z * v[1];
  real y = q.z * v[0] - q.x * v[2];
  real z = q.x * v[1] - q.y * v[0];
  out[0] = v[0] + 2 * (q.w * x + q.y * z - q.z * y);
  out[1] = v[1] + 2 * (q.w * y + q.z * x - q.x * z);
  out[2] = v[2] + 2 * (q.w * z + q.x * y - q.y * x);
}

/// How far the poses are from what was measured between them.
[[ad::differentiate(forward, reverse)]]
real graph_cost(const std::vector<pose> &poses,
                [[ad::constant]] const std::vector<measurement> &measurements) {
  real cost = 0;
  for (const measurement &m : measurements) {
    quaternion from = normalized(poses[m.from].q);
    quaternion to = normalized(poses[m.to].q);
    real apart[3], seen[3];
    for (int k = 0; k < 3; ++k)
      apart[k] = poses[m.to].t[k] - poses[m.from].t[k];
    rotate(conjugate(from), apart, seen);
    real distance = 0;
    for (int k = 0; k < 3; ++k) {
      real off = seen[k] - m.t[k];
      distance += off * off;
    }
    quaternion measured = {m.q[0], -m.q[1], -m.q[2], -m.q[3]};
    quaternion off = multiply(measured, multiply(conjugate(from), to));
    real angle = 4 * (off.x * off.x + off.y * off.y + off.z * off.z);
    cost += m.weight * log(1 + distance + angle);
  }
  return cost;
}

} // namespace BENCH_TOOL

#if BENCH_ON_DOUBLE
// The adjoint of p = a b, for quaternions: a_bar = p_bar b*, b_bar = a* p_bar. That of n = a / |a|:
// a_bar = (n_bar - (n_bar . a) a / |a|^2) / |a|.
static void normalized_by_hand(const quaternion &a, quaternion &a_bar, const quaternion &n_bar) {
  const double square = a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z, inverse = 1 / sqrt(square);
  const double along = (a.w * n_bar.w + a.x * n_bar.x + a.y * n_bar.y + a.z * n_bar.z) / square;
  a_bar.w += inverse * (n_bar.w - along * a.w);
  a_bar.x += inverse * (n_bar.x - along * a.x);
  a_bar.y += inverse * (n_bar.y - along * a.y);
  a_bar.z += inverse * (n_bar.z - along * a.z);
}

static double graph_cost_by_hand(const std::vector<pose> &poses, std::vector<pose> &poses_bar,
                                 const std::vector<measurement> &measurements) {
  double cost = 0;
  for (const measurement &m : measurements) {
    const pose &a = poses[m.from], &b = poses[m.to];
    const quaternion from = normalized(a.q), to = normalized(b.q), q = conjugate(from);
    double v[3], r[3];
    for (int k = 0; k < 3; ++k)
      v[k] = b.t[k] - a.t[k];
    const double u[3] = {q.y * v[2] - q.z * v[1], q.z * v[0] - q.x * v[2], q.x * v[1] - q.y * v[0]};
    r[0] = v[0] + 2 * (q.w * u[0] + q.y * u[2] - q.z * u[1]) - m.t[0];
    r[1] = v[1] + 2 * (q.w * u[1] + q.z * u[0] - q.x * u[2]) - m.t[1];
    r[2] = v[2] + 2 * (q.w * u[2] + q.x * u[1] - q.y * u[0]) - m.t[2];
    const quaternion measured = {m.q[0], m.q[1], m.q[2], m.q[3]};
    const quaternion off = multiply(conjugate(measured), multiply(q, to));
    const double all = 1 + r[0] * r[0] + r[1] * r[1] + r[2] * r[2] +
                       4 * (off.x * off.x + off.y * off.y + off.z * off.z);
    cost += m.weight * log(all);
    const double seed = 2 * m.weight / all;
    // Of the angle.
    const quaternion inner_bar =
        multiply(measured, {0, 4 * seed * off.x, 4 * seed * off.y, 4 * seed * off.z});
    quaternion q_bar = multiply(inner_bar, conjugate(to));
    const quaternion to_bar = multiply(from, inner_bar);
    // Of the distance: r = v + 2 (w u + q x u), u = q x v.
    const double o[3] = {2 * seed * r[0], 2 * seed * r[1], 2 * seed * r[2]};
    const double u_bar[3] = {q.w * o[0] + q.z * o[1] - q.y * o[2],
                             q.w * o[1] - q.z * o[0] + q.x * o[2],
                             q.w * o[2] + q.y * o[0] - q.x * o[1]};
    q_bar.w += o[0] * u[0] + o[1] * u[1] + o[2] * u[2];
    q_bar.x += o[2] * u[1] - o[1] * u[2] + v[1] * u_bar[2] - v[2] * u_bar[1];
    q_bar.y += o[0] * u[2] - o[2] * u[0] + v[2] * u_bar[0] - v[0] * u_bar[2];
    q_bar.z += o[1] * u[0] - o[0] * u[1] + v[0] * u_bar[1] - v[1] * u_bar[0];
    const double v_bar[3] = {0.5 * o[0] + q.z * u_bar[1] - q.y * u_bar[2],
                             0.5 * o[1] - q.z * u_bar[0] + q.x * u_bar[2],
                             0.5 * o[2] + q.y * u_bar[0] - q.x * u_bar[1]};
    for (int k = 0; k < 3; ++k) {
      poses_bar[m.from].t[k] -= v_bar[k];
      poses_bar[m.to].t[k] += v_bar[k];
    }
    normalized_by_hand(a.q, poses_bar[m.from].q, conjugate(q_bar));
    normalized_by_hand(b.q, poses_bar[m.to].q, to_bar);
  }
  return cost;
}
#endif

/// Numbers as poses; they are copied, by every tool alike.
template <class Number> static void as_poses(const Number *x, std::vector<pose> &to) {
  for (std::size_t i = 0; i < to.size(); ++i, x += 7) {
    to[i].q.w = x[0];
    to[i].q.x = x[1];
    to[i].q.y = x[2];
    to[i].q.z = x[3];
    for (int k = 0; k < 3; ++k)
      to[i].t[k] = x[4 + k];
  }
}

/// A walk of so many poses, each measured from the four before it.
static bench::problem make(int n) {
  bench::problem p;
  p.x = bench::normal(7 * n, 0.3);
  const std::vector<double> noise = bench::normal(7 * 4 * n, 0.3, 2);
  std::vector<measurement> measurements;
  for (int i = 0; i < n; ++i) {
    p.x[7 * i] += 1;
    for (int before = 1; before <= 4 && before <= i; ++before) {
      const double *e = &noise[7 * measurements.size()];
      measurements.push_back(
          {i - before, i, {1, e[0], e[1], e[2]}, {e[3], e[4], e[5]}, 1 + e[6] * e[6]});
    }
  }
  p.objective = [=, poses = std::vector<pose>(n)](const real *x) mutable {
    as_poses(x, poses);
    return graph_cost(poses, measurements);
  };
#if BENCH_ON_DOUBLE
  const std::vector<pose> none(n);
  p.forward = [=, poses = none, dots = none](const double *x, const double *x_dot) mutable {
    double value_dot;
    as_poses(x, poses);
    as_poses(x_dot, dots);
    graph_cost_forward(poses, dots, measurements, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=, poses = none, bars = none](const double *x, double *x_bar) mutable {
      as_poses(x, poses);
      as_poses(x_bar, bars);
      const double value = companion(poses, bars, measurements);
      for (const pose &bar : bars)
        for (const double each : {bar.q.w, bar.q.x, bar.q.y, bar.q.z, bar.t[0], bar.t[1], bar.t[2]})
          *x_bar++ = each;
      return value;
    };
  };
  p.reverse = gradient([](const auto &poses, auto &bars, const auto &measurements) {
    return graph_cost_reverse(poses, bars, measurements);
  });
  p.by_hand = gradient([](const auto &poses, auto &bars, const auto &measurements) {
    return graph_cost_by_hand(poses, bars, measurements);
  });
#endif
  return p;
}

static const bench::registration registered("pose graph", {8, 64, 1000}, make);
