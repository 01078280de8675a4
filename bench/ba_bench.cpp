//===- ba_bench.cpp - Jacobian over objective, side by side ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// As gmm_bench.cpp, for the sparse Jacobian of bundle adjustment.
//
//   usage: ba-bench [FILE] [options of Google Benchmark]
//
// FILE is in the format of ADBench; else a problem of 49 cameras, 7,776 points and 31,843
// observations is made up.
//
//===----------------------------------------------------------------------===//

#include "ba.h"
#include "side_by_side.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace {

/// What every tool has to do on top of derivatives: it writes the same numbers for all
/// observations.
void assembly_alone(const ba_problem &p, ba_jacobian &j) {
  const auto block = [](const double *, const double *, double weight, const double *,
                        ba_block &rows) {
    rows.weight[0] = weight;
    benchmark::DoNotOptimize(rows);
  };
  fill_jacobian(p, j, block, [](double weight) { return weight; });
}

bool is_differences(const ba_tool &tool) { return tool.name == std::string("central differences"); }

/// The largest difference between two entries, relative to the largest entry of its row.
double distance(const ba_jacobian &one, const ba_jacobian &other) {
  double difference = 0;
  for (std::size_t row = 0; row + 1 < one.row.size(); ++row) {
    double largest = 0, apart = 0;
    for (int i = one.row[row]; i < one.row[row + 1]; ++i) {
      largest = std::fmax(largest, std::fabs(one.value[i]));
      const double here = std::fabs(one.value[i] - other.value[i]);
      if (!(here <= apart)) // also where it is not a number
        apart = here;
    }
    if (!(apart <= difference * largest))
      difference = apart / largest;
  }
  return difference;
}

/// Compares all Jacobians with the first; differences agree to fewer digits than the exact ones.
bool verify(const ba_problem &p, const std::vector<ba_tool> &tools) {
  bool right = true;
  ba_jacobian first(p), other(p);
  tools[0].jacobian(p, first);
  for (const ba_tool &tool : tools) {
    tool.jacobian(p, other);
    const double error = distance(first, other);
    const bool agrees = error <= (is_differences(tool) ? 1e-6 : 1e-10) && first.row == other.row &&
                        first.column == other.column;
    std::printf("  %-22s %.1e%s\n", tool.name, error, agrees ? "" : "   WRONG");
    right = right && agrees;
  }
  return right;
}

} // namespace

int main(int argc, char **argv) {
  const bool has_file = argc > 1 && argv[1][0] != '-';
  const ba_problem p = has_file ? read_ba(argv[1]) : generate_ba(49, 7776, 31843);
  ba_jacobian j(p);
  std::printf(
      "bundle adjustment: %d cameras, %d points, %d observations: a Jacobian of %d rows, %d "
      "columns and %zu entries\n\n",
      p.cameras, p.points, p.observations, p.residuals(), p.parameters(), j.value.size());

  std::vector<ba_tool> tools = {{"by hand", ba_by_hand},
                                {"clang-ad, both rows", ba_both_rows},
                                {"clang-ad, row by row", ba_row_by_row}};
  for (const ba_tool &peer : ba_peers())
    tools.push_back(peer);

  std::vector<double> residual(p.residuals());
  std::vector<contestant> all = {
      {"objective", [&] { ba_objective(p, residual.data()); }},
      {"assembly alone", [&] { assembly_alone(p, j); }},
  };
  for (const ba_tool &tool : tools)
    all.push_back({tool.name, [&p, &j, tool] { tool.jacobian(p, j); }});
  measure_memory(all);
  std::printf("against the Jacobian by hand (largest difference, relative to the row):\n");
  if (!verify(p, tools))
    return 1;
  std::vector<char *> options(argv, argv + argc);
  if (has_file)
    options.erase(options.begin() + 1);
  measure_time(all, options);
  print(all);
}
