//===- ba_data.cpp - problems from files of ADBench, or made up -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ba.h"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

[[noreturn]] void fail(const char *path, const char *why) {
  std::fprintf(stderr, "%s: %s\n", path, why);
  std::exit(1);
}

/// All cameras, points, weights and features are the given ones; observation i is made by camera
/// i mod n of point i mod m.
ba_problem repeated(int cameras, int points, int observations, const std::vector<double> &camera,
                    const std::vector<double> &point, double weight,
                    const std::vector<double> &feature) {
  ba_problem p;
  p.cameras = cameras;
  p.points = points;
  p.observations = observations;
  for (int i = 0; i < cameras; ++i)
    p.camera.insert(p.camera.end(), camera.begin(), camera.end());
  for (int i = 0; i < points; ++i)
    p.point.insert(p.point.end(), point.begin(), point.end());
  p.weight.assign(observations, weight);
  for (int i = 0; i < observations; ++i) {
    p.feature.insert(p.feature.end(), feature.begin(), feature.end());
    p.camera_of.push_back(i % cameras);
    p.point_of.push_back(i % points);
  }
  return p;
}

} // namespace

// The format: n m p; one camera; one point; one weight; one feature.
ba_problem read_ba(const char *path) {
  std::FILE *file = std::fopen(path, "r");
  if (!file)
    fail(path, "cannot be opened");
  int n, m, p;
  if (std::fscanf(file, "%d %d %d", &n, &m, &p) != 3 || n < 1 || m < 1 || p < 1)
    fail(path, "does not begin with n m p");
  const auto read = [&](int count) {
    std::vector<double> numbers(count);
    for (double &number : numbers)
      if (std::fscanf(file, "%lf", &number) != 1)
        fail(path, "ends early");
    return numbers;
  };
  const std::vector<double> camera = read(camera_size), point = read(point_size);
  const double weight = read(1)[0];
  const std::vector<double> feature = read(2);
  std::fclose(file);
  return repeated(n, m, p, camera, point, weight, feature);
}

ba_problem generate_ba(int cameras, int points, int observations) {
  ba_problem p =
      repeated(cameras, points, observations,
               {-0.75, -1.1, -0.85, 35, 40, 54, 420, 6, -8, 0.09, 0.003}, {7, 0, 3}, 0, {0, 0});
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < cameras; ++i)
    for (int j = 0; j < focal_at; ++j) // turned a little, moved: all points stay in front of it
      p.camera[i * camera_size + j] += (j < 3 ? 0.05 : 1) * normal(random);
  for (double &each : p.point)
    each += normal(random);
  for (double &each : p.weight)
    each = uniform(random);
  for (double &each : p.feature)
    each = 1000 * uniform(random);
  return p;
}
