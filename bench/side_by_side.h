//===- side_by_side.h - memory and time of several tools --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_SIDE_BY_SIDE_H
#define BENCH_SIDE_BY_SIDE_H

#include <functional>
#include <vector>

/// Something to be measured; the first of several is the objective, the others are compared with
/// it.
struct contestant {
  const char *name;
  std::function<void()> run;
  bool slow = false;       ///< runs less often
  double milliseconds = 0; ///< a median
  double megabytes = 0; ///< how much larger than the first one the process grows by its first run
};

/// Measures the memory of each in a process of its own. To be called first: what earlier runs have
/// left on the heap would be used again.
void measure_memory(std::vector<contestant> &all);

/// Measures the time of all in interleaved repetitions. `options` are Google Benchmark's.
void measure_time(std::vector<contestant> &all, std::vector<char *> options);

/// Prints a table of both.
void print(const std::vector<contestant> &all);

#endif // BENCH_SIDE_BY_SIDE_H
