//===- gmm_bench.cpp - gradient over objective, side by side --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Times the mixture objective and its gradient by clang-ad and by every peer in one process: first
// the memory of each is measured, then all gradients are compared, then all are timed in
// interleaved repetitions, of which the medians are printed.
//
//   usage: gmm-bench [FILE | POINTS] [options of Google Benchmark]
//
// FILE is in the format of ADBench; else a problem of that many points (1,000) in 10 dimensions
// with 25 components is made up.
//
//===----------------------------------------------------------------------===//

#include "gmm.h"
#include "side_by_side.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

double objective(const gmm_problem &p) {
  return gmm(p.alphas.data(), p.means.data(), p.q.data(), p.l.data(), p.x.data(), p.n, p.d, p.k,
             p.gamma, p.m);
}

double clang_ad(const gmm_problem &p, gmm_gradient &g) {
  for (auto *part : {&g.alphas, &g.means, &g.q, &g.l})
    std::fill(part->begin(), part->end(), 0.0);
  return gmm_reverse(p.alphas.data(), g.alphas.data(), p.means.data(), g.means.data(), p.q.data(),
                     g.q.data(), p.l.data(), g.l.data(), p.x.data(), p.n, p.d, p.k, p.gamma, p.m);
}

/// The largest difference between two gradients, relative to the largest component of the first.
double distance(const gmm_gradient &one, const gmm_gradient &other) {
  double largest = 0, difference = 0;
  for (auto part :
       {&gmm_gradient::alphas, &gmm_gradient::means, &gmm_gradient::q, &gmm_gradient::l})
    for (std::size_t i = 0; i < (one.*part).size(); ++i) {
      largest = std::fmax(largest, std::fabs((one.*part)[i]));
      const double apart = std::fabs((one.*part)[i] - (other.*part)[i]);
      if (!(apart <= difference)) // also where it is not a number
        difference = apart;
    }
  return difference / largest;
}

bool is_differences(const gmm_tool &tool) {
  return tool.name == std::string("central differences");
}

/// Compares all gradients with the first; differences agree to fewer digits than the exact ones.
bool verify(const gmm_problem &p, const std::vector<gmm_tool> &tools) {
  bool right = true;
  gmm_gradient first(p), other(p);
  const double value = tools[0].gradient(p, first);
  for (const gmm_tool &tool : tools) {
    const double value_there = tool.gradient(p, other);
    const double error = distance(first, other);
    const double value_error = std::fabs(value_there - value) / std::fabs(value);
    const bool agrees = error <= (is_differences(tool) ? 1e-6 : 1e-10) && value_error <= 1e-12;
    std::printf("  %-22s gradient %.1e, value %.1e%s\n", tool.name, error, value_error,
                agrees ? "" : "   WRONG");
    right = right && agrees;
  }
  return right;
}

} // namespace

int main(int argc, char **argv) {
  const bool is_given = argc > 1 && argv[1][0] != '-';
  const std::string given = is_given ? argv[1] : "1000";
  const bool is_number = given.find_first_not_of("0123456789") == std::string::npos;
  const gmm_problem p =
      is_number ? generate_gmm(std::stoi(given), 10, 25) : read_gmm(given.c_str());
  std::printf("mixture: %d points, %d dimensions, %d components: %d parameters\n\n", p.n, p.d, p.k,
              p.parameters());

  std::vector<gmm_tool> tools = {{"clang-ad", clang_ad}};
  for (const gmm_tool &peer : gmm_peers())
    if (!is_differences(peer) || double(p.parameters()) * p.n <= 2e6)
      tools.push_back(peer);
    else
      std::printf("%s left out: %d evaluations\n", peer.name, 2 * p.parameters());

  gmm_gradient g(p);
  std::vector<contestant> all = {
      {"objective", [&] { benchmark::DoNotOptimize(objective(p)); }},
  };
  for (const gmm_tool &tool : tools)
    all.push_back({tool.name, [&] { tool.gradient(p, g); }, is_differences(tool)});
  measure_memory(all);
  std::printf("against clang-ad's (largest difference, relative):\n");
  if (!verify(p, tools))
    return 1;
  std::vector<char *> options(argv, argv + argc);
  if (is_given)
    options.erase(options.begin() + 1);
  measure_time(all, options);
  print(all);
}
