//===- kernel.h - what a benchmark kernel gives to the harness --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A file in kernels/ holds one objective, plain C++ on `real`, its adjoint written by hand, and a
// function that makes a problem of a given size. With `real` = double the plugin compiles it; the
// peers compile the same file with `real` = their own number type (BENCH_PEER names its header).
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#ifdef BENCH_PEER
#include BENCH_PEER
#else
#define BENCH_TOOL on_double
#endif

namespace bench {

/// The gradient of one problem: adds to x_bar, returns the value.
using gradient = std::function<double(const double *x, double *x_bar)>;

using make_gradient = std::function<gradient(int size)>;
/// The peers' gradients, by kernel and tool.
std::map<std::string, std::map<std::string, make_gradient>> &peers();

inline namespace BENCH_TOOL { // what follows is another thing for each tool

#ifdef BENCH_PEER
using real = peer::number;
#else
using real = double;
#endif

/// An objective of `x.size()` independent variables.
struct problem {
  std::vector<double> x;
  std::function<real(const real *x)> objective;
  /// Both are left empty where `real` is a peer's number.
  gradient reverse, by_hand;
  /// The derivative in direction x_dot.
  std::function<double(const double *x, const double *x_dot)> forward;
  /// Its value jumps between points so near to each other that differences say nothing.
  bool jumps = false;
};

struct kernel {
  std::vector<int> sizes; ///< ascending; the table shows the last
  problem (*make)(int size);
};

/// Kernels on double, by name.
std::map<std::string, kernel> &kernels_on_double();

/// A variable of this type, with the name of the kernel, makes it known to the harness.
struct registration {
  registration(const char *name, std::vector<int> sizes, problem (*make)(int)) {
#ifdef BENCH_PEER
    (void)sizes;
    peers()[name][peer::name] = [make](int size) {
      return [p = make(size)](const double *x, double *x_bar) {
        return peer::gradient(p.objective, p.x.size(), x, x_bar);
      };
    };
#else
    kernels_on_double()[name] = {std::move(sizes), make};
#endif
  }
};

} // namespace BENCH_TOOL

/// Numbers that are the same in every run.
inline std::vector<double> normal(std::size_t count, double deviation = 1, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> distribution(0, deviation);
  std::vector<double> numbers(count);
  for (double &number : numbers)
    number = distribution(random);
  return numbers;
}

inline std::vector<double> uniform(std::size_t count, double low, double high, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> distribution(low, high);
  std::vector<double> numbers(count);
  for (double &number : numbers)
    number = distribution(random);
  return numbers;
}

} // namespace bench

// The objectives call these unqualified: of double, or of a peer's number.
using bench::real;
using std::exp;
using std::log;
using std::sqrt;
using std::tanh;

#ifdef BENCH_PEER
#define BENCH_ON_DOUBLE 0
#else
#define BENCH_ON_DOUBLE 1
#endif

#endif // BENCH_KERNEL_H
