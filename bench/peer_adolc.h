//===- peer_adolc.h - gradients by ADOL-C -----------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Taped anew at every call, since the tape of a program with branches holds for one point only.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_PEER_ADOLC_H
#define BENCH_PEER_ADOLC_H

#include <adolc/adolc.h>

#include <functional>
#include <vector>

#define BENCH_TOOL on_adolc

namespace peer {

using number = adouble;
constexpr const char *name = "ADOL-C";

inline double gradient(const std::function<number(const number *)> &f, std::size_t n,
                       const double *x, double *x_bar) {
  constexpr short tag = 1;
  constexpr unsigned large = 1u << 23; // entries: nothing goes to a file
  double value, seed = 1;
  trace_on(tag, 0, large, large, large, large);
  {
    std::vector<adouble> active(n);
    for (std::size_t i = 0; i < n; ++i)
      active[i] <<= x[i];
    f(active.data()) >>= value;
  }
  trace_off();
  std::vector<double> bars(n);
  zos_forward(tag, 1, static_cast<int>(n), 1, x, &value);
  fos_reverse(tag, 1, static_cast<int>(n), &seed, bars.data());
  for (std::size_t i = 0; i < n; ++i)
    x_bar[i] += bars[i];
  return value;
}

} // namespace peer

#endif // BENCH_PEER_ADOLC_H
