//===- peer_sacado.h - gradients by Sacado's reverse mode -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#ifndef BENCH_PEER_SACADO_H
#define BENCH_PEER_SACADO_H

#define TRILINOS_NO_CONFIG_H // without Kokkos, which Debian ships apart
#include <Sacado_trad.hpp>

#include <functional>
#include <vector>

#define BENCH_TOOL on_sacado

namespace peer {

/// Sacado's number, 0 where nothing is said, as in vectors of numbers, and assigned from constants,
/// too: structs of numbers need that.
struct number : Sacado::Rad::ADvar<double> {
  using base = Sacado::Rad::ADvar<double>;
  using base::base;
  using base::operator=;
  number() : base(0.0) {}
  number(const number &) = default;
  number &operator=(const number &other) {
    base::operator=(*other.cv);
    return *this;
  }
};
constexpr const char *name = "Sacado";

inline double gradient(const std::function<number(const number *)> &f, std::size_t n,
                       const double *x, double *x_bar) {
  const std::vector<number> active(x, x + n);
  const double value = f(active.data()).val();
  number::Gradcomp();
  for (std::size_t i = 0; i < n; ++i)
    x_bar[i] += active[i].adj();
  return value;
}

} // namespace peer

#endif // BENCH_PEER_SACADO_H
