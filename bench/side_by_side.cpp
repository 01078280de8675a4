//===- side_by_side.cpp - memory and time of several tools ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "side_by_side.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

//===- Memory -------------------------------------------------------------------===//

/// The largest size, in megabytes, of a process that runs this once. It begins as a copy of the
/// present one.
static double megabytes_of(const std::function<void()> &run) {
  std::fflush(stdout); // or the copy prints it once more
  const pid_t child = fork();
  if (child == 0) {
    run();
    _exit(0);
  }
  int status;
  rusage used;
  if (child < 0 || wait4(child, &status, 0, &used) < 0 || status != 0)
    return -1;
  return used.ru_maxrss / 1024.0;
}

void measure_memory(std::vector<contestant> &all) {
  const double base = megabytes_of(all.front().run);
  for (contestant &each : all) {
    const double size = megabytes_of(each.run);
    each.megabytes = base < 0 || size < 0 ? -1 : size - base;
  }
}

//===- Time ---------------------------------------------------------------------===//

namespace {

/// Keeps the medians, in milliseconds, instead of printing every run. Of the processor's time: what
/// other programs take does not count.
class medians : public benchmark::BenchmarkReporter {
public:
  std::map<std::string, double> milliseconds;

  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        milliseconds[run.run_name.function_name] = run.GetAdjustedCPUTime();
  }
};

} // namespace

void measure_time(std::vector<contestant> &all, std::vector<char *> options) {
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  std::string briefly = "--benchmark_min_time=0.05"; // per repetition; of these there are many
  options.insert(options.begin() + 1, {interleaved.data(), briefly.data()});
  int count = static_cast<int>(options.size());
  benchmark::Initialize(&count, options.data());
  for (const contestant &each : all)
    benchmark::RegisterBenchmark(each.name,
                                 [&each](benchmark::State &state) {
                                   for (auto _ : state)
                                     each.run();
                                 })
        ->Unit(benchmark::kMillisecond)
        ->Repetitions(each.slow ? 3 : 25)
        ->ReportAggregatesOnly();
  medians found;
  benchmark::RunSpecifiedBenchmarks(&found);
  for (contestant &each : all)
    each.milliseconds = found.milliseconds[each.name];
}

//===- Report -------------------------------------------------------------------===//

void print(const std::vector<contestant> &all) {
  const contestant &first = all.front();
  std::printf("\n%-22s %14s %18s %14s\n", "", "median (ms)", "over objective", "memory (MB)");
  std::printf("%-22s %14.3f\n", first.name, first.milliseconds);
  for (const contestant &each : all)
    if (&each != &first && each.milliseconds > 0) // else an option has left it out
      std::printf("%-22s %14.3f %18.2f %14.1f\n", each.name, each.milliseconds,
                  each.milliseconds / first.milliseconds, each.megabytes);
}
