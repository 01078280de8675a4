//===- path_tracer.cpp - light along random paths between spheres ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "../kernel.h"

inline namespace BENCH_TOOL { // of each tool its own

#include "../vec.inc"

/// The product of each colour.
inline vec tint(const vec &a, const vec &b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }

struct sphere {
  vec centre;
  real radius;
  vec colour;
  real emission;
};

constexpr int bounces = 4;

/// The light that reaches `origin` from `direction`, a unit vector, along one path: what it meets
/// scatters it by `scatter`, a unit vector for each bounce, or is the sky.
static vec light(const std::vector<sphere> &spheres, vec origin, vec direction,
                 const double *scatter) {
  vec seen = {0, 0, 0}, through = {1, 1, 1};
  for (int bounce = 0; bounce < bounces; ++bounce) {
    int hit = -1;
    real nearest = 1e30;
    for (int s = 0; s < static_cast<int>(spheres.size()); ++s) {
      const vec apart = spheres[s].centre - origin;
      const real along = dot(apart, direction);
      if (along <= 0)
        continue;
      const real square = along * along - dot(apart, apart) + spheres[s].radius * spheres[s].radius;
      if (square <= 0)
        continue;
      const real distance = along - sqrt(square);
      if (distance > 1e-6 && distance < nearest) {
        nearest = distance;
        hit = s;
      }
    }
    if (hit < 0)
      return seen + through * (0.75 + 0.25 * direction.y);
    const sphere &met = spheres[hit];
    origin = origin + direction * nearest;
    const vec normal = (origin - met.centre) * (1 / met.radius);
    seen = seen + through * met.emission;
    through = tint(through, met.colour);
    const vec out = {normal.x + scatter[3 * bounce], normal.y + scatter[3 * bounce + 1],
                     normal.z + scatter[3 * bounce + 2]};
    direction = out * (1 / sqrt(dot(out, out)));
  }
  return seen;
}

/// The mean squared difference from a picture of `side` x `side` pixels, one path for each.
[[ad::differentiate(forward, reverse)]]
real render(const std::vector<sphere> &spheres, [[ad::constant]] const double *scatter,
            [[ad::constant]] const double *picture, int side) {
  real sum = 0;
  for (int pixel = 0; pixel < side * side; ++pixel) {
    const double x = (pixel % side + 0.5) / side - 0.5, y = (pixel / side + 0.5) / side - 0.5;
    const double scale = 1 / std::sqrt(x * x + y * y + 1);
    const vec origin = {0, 0, 0}, direction = {x * scale, y * scale, scale};
    const vec seen = light(spheres, origin, direction, scatter + 3 * bounces * pixel);
    const real red = seen.x - picture[3 * pixel], green = seen.y - picture[3 * pixel + 1],
               blue = seen.z - picture[3 * pixel + 2];
    sum += red * red + green * green + blue * blue;
  }
  return sum / (side * side);
}

} // namespace BENCH_TOOL

#if BENCH_ON_DOUBLE
// One path after the other, forward and back; of each bounce the sphere that was hit is kept, the
// unit vectors, the distance and the light that comes through. With the point p = o + t d on a
// sphere (c, r), the normal n = (p - c) / r and the next direction d' = m / |m|, m = n + scatter:
//
// 1. m_bar = (d'_bar - (d'_bar.d') d') / |m|, which is n_bar; so c_bar -= n_bar / r, r_bar -=
//    n_bar.n / r, and p_bar = o'_bar + n_bar / r.
// 2. p stays on the sphere: n.(o_dot + t_dot d + t d_dot - c_dot) = r_dot. With w = p_bar.d / n.d:
//    o_bar = p_bar - w n, d_bar = t o_bar, c_bar += w n, r_bar += w. The square root of the
//    intersection is not differentiated. (The objective's t takes d for a unit vector; d_bar
//    differs by a multiple of d, of which step 1 leaves nothing.)
// 3. Light: through' = through * colour, seen += through * emission.
namespace {

struct bounce_record {
  const sphere *met;
  vec direction, through, normal;
  double distance, along_normal; ///< t and n.d
  double length;                 ///< |m|
};

double render_by_hand(const std::vector<sphere> &spheres, std::vector<sphere> &spheres_bar,
                      const double *scatter, const double *picture, int side) {
  double sum = 0;
  const double share = 1.0 / (side * side);
  for (int pixel = 0; pixel < side * side; ++pixel, scatter += 3 * bounces) {
    const double x = (pixel % side + 0.5) / side - 0.5, y = (pixel / side + 0.5) / side - 0.5;
    const double scale = 1 / std::sqrt(x * x + y * y + 1);
    vec origin = {0, 0, 0}, direction = {x * scale, y * scale, scale};
    vec seen = {0, 0, 0}, through = {1, 1, 1};
    bounce_record path[bounces];
    int length = 0;
    bool reaches_sky = false;
    for (; length < bounces; ++length) {
      const sphere *met = nullptr;
      double nearest = 1e30;
      for (const sphere &s : spheres) {
        const vec apart = s.centre - origin;
        const double along = dot(apart, direction);
        if (along <= 0)
          continue;
        const double square = along * along - dot(apart, apart) + s.radius * s.radius;
        if (square <= 0)
          continue;
        const double distance = along - sqrt(square);
        if (distance > 1e-6 && distance < nearest) {
          nearest = distance;
          met = &s;
        }
      }
      if (!met) {
        seen = seen + through * (0.75 + 0.25 * direction.y);
        reaches_sky = true;
        break;
      }
      origin = origin + direction * nearest;
      const vec normal = (origin - met->centre) * (1 / met->radius);
      seen = seen + through * met->emission;
      const double *with = scatter + 3 * length;
      const vec out = {normal.x + with[0], normal.y + with[1], normal.z + with[2]};
      const double size = sqrt(dot(out, out));
      path[length] = {met, direction, through, normal, nearest, dot(normal, direction), size};
      through = tint(through, met->colour);
      direction = out * (1 / size);
    }
    const double *wanted = picture + 3 * pixel;
    const vec apart = {seen.x - wanted[0], seen.y - wanted[1], seen.z - wanted[2]};
    sum += dot(apart, apart);

    const vec seen_bar = apart * (2 * share);
    vec through_bar = {0, 0, 0}, direction_bar = {0, 0, 0}, origin_bar = {0, 0, 0};
    if (reaches_sky) {
      through_bar = seen_bar * (0.75 + 0.25 * direction.y);
      direction_bar.y = 0.25 * dot(seen_bar, through);
    }
    while (length-- > 0) {
      const bounce_record &at = path[length];
      sphere &bar = spheres_bar[at.met - spheres.data()];
      const double inverse = 1 / at.met->radius;
      bar.emission += dot(seen_bar, at.through);
      bar.colour = bar.colour + tint(through_bar, at.through);
      through_bar = tint(through_bar, at.met->colour) + seen_bar * at.met->emission;
      const vec m_bar =
          (direction_bar - direction * dot(direction_bar, direction)) * (1 / at.length);
      const vec from_normal = m_bar * inverse;
      const vec point_bar = origin_bar + from_normal;
      const double w = dot(point_bar, at.direction) / at.along_normal;
      bar.centre = bar.centre + at.normal * w - from_normal;
      bar.radius += w - dot(from_normal, at.normal);
      origin_bar = point_bar - at.normal * w;
      direction_bar = origin_bar * at.distance;
      direction = at.direction;
    }
  }
  return sum * share;
}

} // namespace
#endif

constexpr int count = 8, numbers = 8; ///< of spheres; of each

/// Numbers as spheres; they are copied, by every tool alike.
static const std::vector<sphere> &as_spheres(const real *x, std::vector<sphere> &to) {
  for (sphere &s : to) {
    s = {{x[0], x[1], x[2]}, x[3], {x[4], x[5], x[6]}, x[7]};
    x += numbers;
  }
  return to;
}

/// Spheres in front of the camera, one of them as large as a floor, one a lamp.
static bench::problem make(int side) {
  bench::problem p;
  p.jumps = side > 16; // the more paths there are, the nearer is one to the edge of a sphere
  p.x = {0, -101, 4, 100, 0.6, 0.6, 0.7, 0, 0.4, 2.5, 3, 0.5, 0.9, 0.9, 0.8, 4};
  const std::vector<double> place = bench::uniform(numbers * (count - 2), 0, 1, 4);
  for (int s = 0; s < count - 2; ++s) {
    const double *at = &place[numbers * s];
    p.x.insert(p.x.end(), {3 * at[0] - 1.5, 1.6 * at[1] - 0.8, 3 + 2 * at[2], 0.3 + 0.4 * at[3]});
    p.x.insert(p.x.end(), {0.2 + 0.7 * at[4], 0.2 + 0.7 * at[5], 0.2 + 0.7 * at[6], 0.1 * at[7]});
  }
  std::vector<double> scatter = bench::normal(3 * bounces * side * side, 1, 2);
  for (std::size_t i = 0; i < scatter.size(); i += 3) {
    double *at = &scatter[i],
           scale = 0.99 / std::sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (int j = 0; j < 3; ++j)
      at[j] *= scale;
  }
  const std::vector<double> picture = bench::uniform(3 * side * side, 0, 1, 3);
  p.objective = [=, spheres = std::vector<sphere>(count)](const real *x) mutable {
    return render(as_spheres(x, spheres), scatter.data(), picture.data(), side);
  };
#if BENCH_ON_DOUBLE
  const std::vector<sphere> none(count);
  p.forward = [=, spheres = none, dots = none](const double *x, const double *x_dot) mutable {
    double value_dot;
    render_forward(as_spheres(x, spheres), as_spheres(x_dot, dots), scatter.data(), picture.data(),
                   side, value_dot);
    return value_dot;
  };
  const auto gradient = [=](auto companion) {
    return [=, spheres = none, bars = none](const double *x, double *x_bar) mutable {
      as_spheres(x, spheres);
      as_spheres(x_bar, bars);
      const double value = companion(spheres, bars, scatter.data(), picture.data(), side);
      for (const sphere &bar : bars)
        for (double each : {bar.centre.x, bar.centre.y, bar.centre.z, bar.radius, bar.colour.x,
                            bar.colour.y, bar.colour.z, bar.emission})
          *x_bar++ = each;
      return value;
    };
  };
  p.reverse = gradient([](const auto &spheres, auto &bars, auto... rest) {
    return render_reverse(spheres, bars, rest...);
  });
  p.by_hand = gradient([](const auto &spheres, auto &bars, auto... rest) {
    return render_by_hand(spheres, bars, rest...);
  });
#endif
  return p;
}

static const bench::registration registered("path tracer", {16, 48, 96}, make);
