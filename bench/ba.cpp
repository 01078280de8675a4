//===- ba.cpp - bundle adjustment on double, and its Jacobian -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Compiled with the plugin. The Jacobian of an observation has two rows and fifteen columns: two
// reverse sweeps. reprojection_reverse is linear in the adjoint that it is given; so its derivative
// in direction error_bar_dot (mode forward) is what it computes for the adjoint error_bar_dot. The
// companion of the companion therefore returns both rows, and does what they share once.
//
//===----------------------------------------------------------------------===//

#include "ba.h"

#include <cmath>

using real = double;
using seen = double;
using std::cos;
using std::sin;
using std::sqrt;

namespace {

[[ad::differentiate(reverse)]]
void reprojection(const double *camera, const double *point, const double &weight,
                  [[ad::constant]] const double *feature, double *error);

[[ad::differentiate(forward)]]
void reprojection_reverse([[ad::constant]] const double *camera, double *camera_bar,
                          [[ad::constant]] const double *point, double *point_bar,
                          [[ad::constant]] const double &weight, double &weight_bar,
                          [[ad::constant]] const double *feature, [[ad::constant]] double *error,
                          double *error_bar);

[[ad::differentiate(reverse)]]
double weight_residual(const double &weight);

#include "ba_objective.inc"

double by_weight(const double &weight) {
  double derivative = 0;
  weight_residual_reverse(weight, derivative);
  return derivative;
}

} // namespace

void ba_objective(const ba_problem &p, double *residual) {
  for (int i = 0; i < p.observations; ++i)
    reprojection(&p.camera[p.camera_of[i] * camera_size], &p.point[p.point_of[i] * point_size],
                 p.weight[i], &p.feature[2 * i], residual + 2 * i);
  for (int i = 0; i < p.observations; ++i)
    residual[2 * p.observations + i] = weight_residual(p.weight[i]);
}

void ba_both_rows(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *camera, const double *point, const double &weight,
                        const double *feature, ba_block &rows) {
    double error[2], error_bar[2] = {1, 0}, error_bar_dot[2] = {0, 1};
    reprojection_reverse_forward(camera, rows.camera[0], rows.camera[1], point, rows.point[0],
                                 rows.point[1], weight, rows.weight[0], rows.weight[1], feature,
                                 error, error_bar, error_bar_dot);
  };
  fill_jacobian(p, j, block, by_weight);
}

void ba_row_by_row(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *camera, const double *point, const double &weight,
                        const double *feature, ba_block &rows) {
    for (int row = 0; row < 2; ++row) {
      double error[2], error_bar[2] = {};
      error_bar[row] = 1;
      reprojection_reverse(camera, rows.camera[row], point, rows.point[row], weight,
                           rows.weight[row], feature, error, error_bar);
    }
  };
  fill_jacobian(p, j, block, by_weight);
}
