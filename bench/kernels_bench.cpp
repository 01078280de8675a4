//===- kernels_bench.cpp - all kernels, every tool, side by side ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// For each kernel and size:
//
// 1. Our gradient is compared with the one written by hand and with the peers' (1e-10), with
//    central differences along random directions, and with our forward mode.
// 2. All of them are timed in interleaved rounds in this one process; medians are reported.
// 3. What our companion takes from the heap beyond what the objective takes is its tape.
//
//   usage: kernels-bench [--csv FILE] [--rounds N] [NAME...]     NAME: part of a kernel's name
//
//===----------------------------------------------------------------------===//

#include "kernel.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <new>

//===- Memory ------------------------------------------------------------------===//

namespace {
std::size_t held, most; // bytes of operator new
}

void *operator new(std::size_t size) {
  void *at = std::malloc(size);
  if (!at)
    throw std::bad_alloc();
  held += malloc_usable_size(at);
  most = std::max(most, held);
  return at;
}
void operator delete(void *at) noexcept {
  held -= malloc_usable_size(at);
  std::free(at);
}
void operator delete(void *at, std::size_t) noexcept { operator delete(at); }

//===- Registry ----------------------------------------------------------------===//

std::map<std::string, bench::kernel> &bench::kernels_on_double() {
  static std::map<std::string, kernel> all;
  return all;
}

std::map<std::string, std::map<std::string, bench::make_gradient>> &bench::peers() {
  static std::map<std::string, std::map<std::string, make_gradient>> all;
  return all;
}

namespace {

using bench::gradient;
using numbers = std::vector<double>;

struct tool {
  std::string name;
  gradient run;
  numbers seconds; ///< per call, one for each round
};

const char *const objective = "objective", *const ours = "reverse", *const by_hand = "by hand",
                  *const forward = "forward", *const differences = "differences";

double median(numbers all) {
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

//===- Verification ------------------------------------------------------------===//

double largest(const numbers &all) {
  double size = 0;
  for (double each : all)
    size = std::fmax(size, std::fabs(each));
  return size;
}

double dot(const numbers &a, const numbers &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

bool close(const char *what, double apart, double bound) {
  if (apart <= bound)
    return true;
  std::printf("  WRONG: %s differs by %.1e\n", what, apart);
  return false;
}

/// Compares everything with our gradient; relative to its largest component.
bool verify(const bench::problem &p, const std::vector<tool> &tools) {
  const std::size_t n = p.x.size();
  const double value = p.objective(p.x.data());
  numbers gradient(n);
  const double value_there = p.reverse(p.x.data(), gradient.data());
  bool right = close("value", std::fabs(value_there - value) / std::fabs(value), 1e-10);
  const double size = largest(gradient);
  for (const tool &t : tools)
    if (t.name != objective && t.name != forward && t.name != differences) {
      numbers other(n);
      t.run(p.x.data(), other.data());
      for (std::size_t i = 0; i < n; ++i)
        other[i] -= gradient[i];
      right &= close(t.name.c_str(), largest(other) / size, 1e-10);
    }
  for (unsigned direction = 1; direction <= 3; ++direction) {
    const numbers x_dot = bench::normal(n, 1, 100 + direction);
    const double slope = dot(gradient, x_dot), scale = size * std::sqrt(double(n));
    right &= close(forward, std::fabs(p.forward(p.x.data(), x_dot.data()) - slope) / scale, 1e-10);
    if (p.jumps)
      continue;
    const double step = 1e-6;
    numbers up = p.x, down = p.x;
    for (std::size_t i = 0; i < n; ++i) {
      up[i] += step * x_dot[i];
      down[i] -= step * x_dot[i];
    }
    const double difference = (p.objective(up.data()) - p.objective(down.data())) / (2 * step);
    const double noise = 1e-9 * std::fabs(value) / step; // what rounding leaves of the difference
    right &= close(differences, std::fabs(difference - slope), 1e-4 * scale + noise);
  }
  return right;
}

/// All of the gradient by central differences.
double central_differences(const bench::problem &p, const double *x, double *x_bar) {
  numbers at(x, x + p.x.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double here = at[i], step = 1e-5 * std::fmax(1, std::fabs(here));
    at[i] = here + step;
    const double up = p.objective(at.data());
    at[i] = here - step;
    x_bar[i] += (up - p.objective(at.data())) / (2 * step);
    at[i] = here;
  }
  return p.objective(x);
}

//===- Timing ------------------------------------------------------------------===//

/// Of the processor: what other programs take does not count.
double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

double seconds_of(const gradient &run, const numbers &x, numbers &x_bar, int calls) {
  const double start = seconds();
  for (int i = 0; i < calls; ++i) {
    std::fill(x_bar.begin(), x_bar.end(), 0.0);
    volatile double value = run(x.data(), x_bar.data());
    (void)value;
  }
  return (seconds() - start) / calls;
}

/// Runs all tools in turn, `rounds` times; slow ones (over 100 times the objective) less often.
void time_all(const bench::problem &p, std::vector<tool> &tools, int rounds) {
  numbers x_bar(p.x.size());
  const double once = seconds_of(tools[0].run, p.x, x_bar, 3);
  for (int round = 0; round < rounds; ++round)
    for (tool &t : tools) {
      const double before = t.seconds.empty() ? once : t.seconds.front();
      if (before > 100 * once && round % 10)
        continue;
      const int calls = std::max(1, static_cast<int>(0.002 / before));
      t.seconds.push_back(seconds_of(t.run, p.x, x_bar, calls));
    }
}

std::size_t heap_of(const gradient &run, const numbers &x) {
  numbers x_bar(x.size());
  const std::size_t before = most = held;
  run(x.data(), x_bar.data());
  return most - before;
}

//===- Report ------------------------------------------------------------------===//

std::vector<tool> tools_for(const std::string &name, const bench::problem &p, int size) {
  std::vector<tool> tools;
  tools.push_back({objective, [&p](const double *x, double *) { return p.objective(x); }, {}});
  tools.push_back({forward, [&p](const double *x, double *) { return p.forward(x, x); }, {}});
  tools.push_back({ours, p.reverse, {}});
  tools.push_back({by_hand, p.by_hand, {}});
  if (p.x.size() <= 2000)
    tools.push_back(
        {differences,
         [&p](const double *x, double *x_bar) { return central_differences(p, x, x_bar); },
         {}});
  for (const auto &[peer, make] : bench::peers()[name])
    tools.push_back({peer, make(size), {}});
  return tools;
}

/// One line of the table; the same numbers go to the file, if there is one.
bool measure(const std::string &name, const bench::kernel &k, int size, int rounds,
             std::FILE *csv) {
  const bench::problem p = k.make(size);
  std::vector<tool> tools = tools_for(name, p, size);
  if (!verify(p, tools)) {
    std::printf("  in %s, size %d\n", name.c_str(), size);
    return false;
  }
  time_all(p, tools, rounds);
  std::map<std::string, double> seconds;
  for (const tool &t : tools)
    seconds[t.name] = median(t.seconds);
  const double base = seconds[objective];
  const std::size_t plain = heap_of(tools[0].run, p.x), tape = heap_of(p.reverse, p.x);
  const std::size_t tape_bytes = tape > plain ? tape - plain : 0;
  std::printf("| %-17s | %6d | %9.2f |", name.c_str(), size, base * 1e6);
  for (const char *each : {forward, ours, by_hand})
    std::printf(" %7.2f |", seconds[each] / base);
  std::printf(" %8.2f |", seconds[ours] / seconds[by_hand]);
  for (const char *each : {differences, "ADOL-C", "Sacado"})
    if (seconds.count(each))
      std::printf(" %11.1f |", seconds[each] / base);
    else
      std::printf(" %11s |", "");
  std::printf(" %9.1f |\n", tape_bytes / 1024.0);
  std::fflush(stdout);
  for (const auto &[tool, time] : seconds)
    if (csv)
      std::fprintf(csv, "%s,%d,%s,%.9g,%zu\n", name.c_str(), size, tool.c_str(), time, tape_bytes);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  std::FILE *csv = nullptr;
  int rounds = 41;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--csv") && i + 1 < argc)
      csv = std::fopen(argv[++i], "w");
    else if (!std::strcmp(argv[i], "--rounds") && i + 1 < argc)
      rounds = std::atoi(argv[++i]);
    else
      wanted.push_back(argv[i]);
  if (csv)
    std::fprintf(csv, "kernel,size,tool,seconds,tape\n");
  std::printf(
      "Medians, over the objective; ours / hand is the reverse companion over the adjoint "
      "written by hand.\n\n"
      "| kernel            |   size | objective | forward | reverse | by hand | ours/hand | "
      "differences |      ADOL-C |      Sacado |      tape |\n"
      "|                   |        |        us |         |         |         |           | "
      "            |             |             |       KiB |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  bool right = true;
  for (const auto &entry : bench::kernels_on_double()) {
    const auto part_of_name = [&](const std::string &part) {
      return entry.first.find(part) != std::string::npos;
    };
    if (wanted.empty() || std::any_of(wanted.begin(), wanted.end(), part_of_name))
      for (int size : entry.second.sizes)
        right &= measure(entry.first, entry.second, size, rounds, csv);
  }
  if (csv)
    std::fclose(csv);
  return right ? 0 : 1;
}
