//===- gmm_data.cpp - problems from files of ADBench, or made up ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "gmm.h"

#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

[[noreturn]] void fail(const char *path, const char *why) {
  std::fprintf(stderr, "%s: %s\n", path, why);
  std::exit(1);
}

gmm_problem sized(int n, int d, int k) {
  gmm_problem p;
  p.n = n;
  p.d = d;
  p.k = k;
  p.alphas.resize(k);
  p.means.resize(k * d);
  p.q.resize(k * d);
  p.l.resize(k * (d * (d - 1) / 2));
  p.x.resize(n * d);
  p.gamma = 1;
  p.m = 0;
  return p;
}

} // namespace

// The format: D K n; K alphas; K means; K lines of q and l; n observations; gamma m.
gmm_problem read_gmm(const char *path) {
  std::FILE *file = std::fopen(path, "r");
  if (!file)
    fail(path, "cannot be opened");
  const auto read = [&](double *to, int count) {
    for (int i = 0; i < count; ++i)
      if (std::fscanf(file, "%lf", to + i) != 1)
        fail(path, "ends early");
  };
  int d, k, n;
  if (std::fscanf(file, "%d %d %d", &d, &k, &n) != 3 || d < 1 || k < 1 || n < 1)
    fail(path, "does not begin with D K n");
  if (d > gmm_max_d || k > gmm_max_k)
    fail(path, "is larger than gmm_max_d, gmm_max_k in gmm.h");
  gmm_problem p = sized(n, d, k);
  const int below = d * (d - 1) / 2;
  read(p.alphas.data(), k);
  read(p.means.data(), k * d);
  for (int c = 0; c < k; ++c) {
    read(&p.q[c * d], d);
    read(p.l.data() + c * below, below);
  }
  read(p.x.data(), n * d);
  if (std::fscanf(file, "%lf %d", &p.gamma, &p.m) != 2)
    fail(path, "does not end with gamma m");
  std::fclose(file);
  return p;
}

gmm_problem generate_gmm(int n, int d, int k) {
  gmm_problem p = sized(n, d, k);
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  for (double &each : p.alphas)
    each = normal(random);
  for (double &each : p.means)
    each = uniform(random);
  for (double &each : p.q)
    each = normal(random);
  for (double &each : p.l)
    each = normal(random);
  for (double &each : p.x)
    each = normal(random);
  return p;
}
