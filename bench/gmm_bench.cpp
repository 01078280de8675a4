//===- gmm_bench.cpp - gradient over objective, side by side --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Times the mixture objective and its gradient by clang-ad and by every peer in one process: first
// all gradients are compared, then all are timed in interleaved repetitions, of which the medians
// are printed.
//
//   usage: gmm-bench [FILE] [options of Google Benchmark]
//
// FILE is in the format of ADBench; without it, a problem of 1,000 points in 10 dimensions with 25
// components is made up.
//
//===----------------------------------------------------------------------===//

#include "gmm.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
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

/// Keeps the medians, in milliseconds, instead of printing every run.
class medians : public benchmark::BenchmarkReporter {
public:
  std::map<std::string, double> milliseconds;

  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        milliseconds[run.run_name.function_name] = run.GetAdjustedRealTime();
  }
};

void add(const char *name, int repetitions, const std::function<void()> &call) {
  benchmark::RegisterBenchmark(name,
                               [call](benchmark::State &state) {
                                 for (auto _ : state)
                                   call();
                               })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->Repetitions(repetitions)
      ->ReportAggregatesOnly();
}

} // namespace

int main(int argc, char **argv) {
  const bool has_file = argc > 1 && argv[1][0] != '-';
  const gmm_problem p = has_file ? read_gmm(argv[1]) : generate_gmm(1000, 10, 25);
  std::printf("mixture: %d points, %d dimensions, %d components: %d parameters\n\n", p.n, p.d, p.k,
              p.parameters());

  std::vector<gmm_tool> tools = {{"clang-ad", clang_ad}};
  for (const gmm_tool &peer : gmm_peers())
    if (p.parameters() <= 2000 || !is_differences(peer))
      tools.push_back(peer);
    else
      std::printf("%s left out: %d evaluations\n", peer.name, 2 * p.parameters());
  std::printf("against clang-ad's (largest difference, relative):\n");
  if (!verify(p, tools))
    return 1;

  std::vector<char *> arguments(argv, argv + argc);
  if (has_file)
    arguments.erase(arguments.begin() + 1);
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string briefly = "--benchmark_min_time=0.05"; // per repetition; of these there are many
  arguments.insert(arguments.begin() + 1, {interleaved.data(), briefly.data()});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());

  gmm_gradient g(p);
  add("objective", 25, [&] { benchmark::DoNotOptimize(objective(p)); });
  for (const gmm_tool &tool : tools)
    add(tool.name, is_differences(tool) ? 3 : 25,
        [&] { benchmark::DoNotOptimize(tool.gradient(p, g)); });
  medians found;
  benchmark::RunSpecifiedBenchmarks(&found);

  std::printf("\n%-22s %14s %18s\n", "", "median (ms)", "over objective");
  const double base = found.milliseconds["objective"];
  std::printf("%-22s %14.3f %18s\n", "objective", base, "");
  for (const gmm_tool &tool : tools)
    std::printf("%-22s %14.3f %18.2f\n", tool.name, found.milliseconds[tool.name],
                found.milliseconds[tool.name] / base);
}
