//===- ba_by_hand.cpp - the Jacobian of bundle adjustment by hand ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Of one observation, with q = point - centre, a rotation R about the vector v, P = R q,
// u = (P0, P1) / P2, s = u.u, d = 1 + k0 s + k1 s^2 and the error e = w (f d u + principal - seen):
//
// 1. Behind the image, each row of de is what stands there: de/dw = e / w, de/dprincipal = w,
//    de/df = w d u, de/dk0 = w f s u, de/dk1 = w f s^2 u.
// 2. de/du = w f (d I + 2 (k0 + 2 k1 s) u u^T), and du/dP = (I, -u) / P2: a row b of de/dP.
// 3. de/dpoint = R^T b = g: a rotation by the negative angle; de/dcentre = -g.
// 4. de/dv, with the angle t = |v| and the axis a = v / t: since b.R(v + dv)q - b.Rq =
//    (q x g).J dv, J the right Jacobian of the rotation, de/dv = J^T h with h = q x g and
//    J^T = sin t / t + (1 - sin t / t) a a^T + (1 - cos t) / t [a]x. (Gallego and Yezzi, "A compact
//    formula for the derivative of a 3-D rotation in exponential coordinates", 2015.)
//    Where v = 0 the objective has P = q + v x q: de/dv = q x b, which is the limit.
//
// Both rows share all but b, g and h.
//
//===----------------------------------------------------------------------===//

#include "ba.h"

#include <cmath>

namespace {

using real = double;
#include "vec.inc"

void store(const vec &a, double *at) {
  at[0] = a.x;
  at[1] = a.y;
  at[2] = a.z;
}

/// A rotation by the angle t, or no rotation where `axis` is 0.
struct rotation {
  vec axis;
  double cosine = 1, sine = 0;
  double sine_over_t = 1, rest_over_t = 0; ///< sin t / t and (1 - cos t) / t

  explicit rotation(const double *v) : axis{v[0], v[1], v[2]} {
    const double square = dot(axis, axis);
    if (square > 0) {
      const double t = std::sqrt(square), inverse = 1 / t;
      axis = axis * inverse;
      cosine = std::cos(t);
      sine = std::sin(t);
      sine_over_t = sine * inverse;
      rest_over_t = (1 - cosine) * inverse;
    }
  }
  /// Turns x, or back with the negative sine.
  vec turn(const vec &x, double with_sine) const {
    return x * cosine + cross(axis, x) * with_sine + axis * ((1 - cosine) * dot(axis, x));
  }
};

void block_by_hand(const double *camera, const double *point, double weight, const double *feature,
                   ba_block &block) {
  const rotation r(camera);
  const vec q = {point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]};
  const vec turned = r.turn(q, r.sine);
  const double inverse = 1 / turned.z, u[2] = {turned.x * inverse, turned.y * inverse};
  const double square = u[0] * u[0] + u[1] * u[1];
  const double *k = camera + distortion_at, focal = camera[focal_at];
  const double distortion = 1 + k[0] * square + k[1] * square * square;
  const double weighted = weight * focal;
  const double slope = 2 * weighted * (k[0] + 2 * k[1] * square);
  for (int row = 0; row < 2; ++row) {
    block.weight[row] = focal * distortion * u[row] + camera[principal_at + row] - feature[row];
    double *by_camera = block.camera[row];
    by_camera[focal_at] = weight * distortion * u[row];
    by_camera[principal_at + row] = weight;
    by_camera[principal_at + 1 - row] = 0;
    by_camera[distortion_at] = weighted * square * u[row];
    by_camera[distortion_at + 1] = weighted * square * square * u[row];

    double by_u[2] = {slope * u[0] * u[row], slope * u[1] * u[row]};
    by_u[row] += weighted * distortion;
    const vec b = vec{by_u[0], by_u[1], -(by_u[0] * u[0] + by_u[1] * u[1])} * inverse;
    const vec g = r.turn(b, -r.sine);
    const vec h = cross(q, g);
    store(g, block.point[row]);
    store(g * -1, by_camera + 3);
    store(h * r.sine_over_t + r.axis * ((1 - r.sine_over_t) * dot(r.axis, h)) +
              cross(r.axis, h) * r.rest_over_t,
          by_camera);
  }
}

} // namespace

void ba_by_hand(const ba_problem &p, ba_jacobian &j) {
  fill_jacobian(p, j, block_by_hand, [](double weight) { return -2 * weight; });
}
