//===- ba_peers.cpp - the Jacobian of bundle adjustment by other tools ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Observation by observation, as everything else: the rest of the Jacobian is zero.
//
//===----------------------------------------------------------------------===//

#include "ba.h"
#include "peers.h"

#include <cmath>
#include <cstddef>

namespace {

/// What the residuals of an observation depend on: camera, point and weight in a row.
constexpr int inputs = camera_size + point_size + 1;
constexpr int point_at = camera_size, weight_at = camera_size + point_size;

void gather(const double *camera, const double *point, double weight, double *x) {
  std::copy_n(camera, camera_size, x);
  std::copy_n(point, point_size, x + point_at);
  x[weight_at] = weight;
}

/// The derivative of residual `row` by input i.
double &entry(ba_block &block, int row, int i) {
  return i < point_at    ? block.camera[row][i]
         : i < weight_at ? block.point[row][i - point_at]
                         : block.weight[row];
}

} // namespace

//===- Central differences ----------------------------------------------------===//

namespace on_double {

using real = double;
using seen = double;
using std::cos;
using std::sin;
using std::sqrt;
#include "ba_objective.inc"

static double step_at(double x) { return 1e-6 * std::fmax(1, std::fabs(x)); }

static void differences(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *camera, const double *point, double weight,
                        const double *feature, ba_block &rows) {
    double x[inputs];
    gather(camera, point, weight, x);
    for (int i = 0; i < inputs; ++i) {
      const double here = x[i], step = step_at(here);
      double up[2], down[2];
      x[i] = here + step;
      reprojection(x, x + point_at, x[weight_at], feature, up);
      x[i] = here - step;
      reprojection(x, x + point_at, x[weight_at], feature, down);
      x[i] = here;
      for (int row = 0; row < 2; ++row)
        entry(rows, row, i) = (up[row] - down[row]) / (2 * step);
    }
  };
  fill_jacobian(p, j, block, [](double weight) {
    const double step = step_at(weight);
    return (weight_residual(weight + step) - weight_residual(weight - step)) / (2 * step);
  });
}

} // namespace on_double

//===- ADOL-C -------------------------------------------------------------------===//

#if BENCH_HAS_ADOLC
namespace adolc_bundle {

using real = adouble;
using seen = adouble;
#include "ba_objective.inc"

constexpr short tag = 1, weight_tag = 2;
constexpr int taped = inputs + 2; // the feature, too: then a tape holds for other observations

void gather_all(const double *camera, const double *point, double weight, const double *feature,
                double *x) {
  gather(camera, point, weight, x);
  std::copy_n(feature, 2, x + inputs);
}

void record(const double *x) {
  trace_on(tag);
  adouble active[taped], error[2];
  for (int i = 0; i < taped; ++i)
    active[i] <<= x[i];
  reprojection(active, active + point_at, active[weight_at], active + inputs, error);
  double value;
  for (adouble &each : error)
    each >>= value;
  trace_off();
}

void record_weight(double weight) {
  trace_on(weight_tag);
  adouble active;
  active <<= weight;
  double value;
  weight_residual(active) >>= value;
  trace_off();
}

/// False where a comparison has changed since the tape was recorded.
bool replay(const double *x, ba_block &rows) {
  double jacobian[2][taped], value[2], identity[2][2] = {{1, 0}, {0, 1}};
  double *to[] = {jacobian[0], jacobian[1]}, *seeds[] = {identity[0], identity[1]};
  if (zos_forward(tag, 2, taped, 1, x, value) < 0)
    return false;
  fov_reverse(tag, 2, taped, 2, seeds, to);
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < inputs; ++i)
      entry(rows, row, i) = jacobian[row][i];
  return true;
}

double replay_weight(double weight) {
  double value, seed = 1, derivative;
  zos_forward(weight_tag, 1, 1, 1, &weight, &value);
  fos_reverse(weight_tag, 1, 1, &seed, &derivative);
  return derivative;
}

void record_and_replay(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *camera, const double *point, double weight,
                        const double *feature, ba_block &rows) {
    double x[taped];
    gather_all(camera, point, weight, feature, x);
    record(x);
    replay(x, rows);
  };
  fill_jacobian(p, j, block, [](double weight) {
    record_weight(weight);
    return replay_weight(weight);
  });
}

void replay_alone(const ba_problem &p, ba_jacobian &j) {
  static bool recorded = false;
  const auto block = [](const double *camera, const double *point, double weight,
                        const double *feature, ba_block &rows) {
    double x[taped];
    gather_all(camera, point, weight, feature, x);
    if (recorded && replay(x, rows))
      return;
    record(x);
    replay(x, rows);
    recorded = true;
  };
  record_weight(p.weight[0]);
  fill_jacobian(p, j, block, replay_weight);
}

} // namespace adolc_bundle
#endif

//===- Sacado, reverse ------------------------------------------------------------===//

#if BENCH_HAS_SACADO
namespace sacado_bundle {

using real = Sacado::Rad::ADvar<double>;
using seen = double;
#include "ba_objective.inc"

void reverse(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *camera, const double *point, double weight,
                        const double *feature, ba_block &rows) {
    double x[inputs];
    gather(camera, point, weight, x);
    real active[inputs], error[2];
    std::copy_n(x, inputs, active);
    reprojection(active, active + point_at, active[weight_at], feature, error);
    for (int row = 0; row < 2; ++row) {
      real *outputs[] = {&error[0], &error[1]}; // both, or the other one keeps its adjoint of 1
      double seed[] = {0, 0};
      seed[row] = 1;
      real::Weighted_Gradcomp(2, outputs, seed);
      for (int i = 0; i < inputs; ++i)
        entry(rows, row, i) = active[i].adj();
    }
  };
  fill_jacobian(p, j, block, [](double weight) {
    const real active = weight;
    const real residual = weight_residual(active);
    real::Gradcomp();
    return active.adj();
  });
}

} // namespace sacado_bundle
#endif

std::vector<ba_tool> ba_peers() {
  return {
      {"central differences", on_double::differences},
#if BENCH_HAS_ADOLC
      {"ADOL-C, taped anew", adolc_bundle::record_and_replay},
      {"ADOL-C, tape reused", adolc_bundle::replay_alone},
#endif
#if BENCH_HAS_SACADO
      {"Sacado (Rad)", sacado_bundle::reverse},
#endif
  };
}
