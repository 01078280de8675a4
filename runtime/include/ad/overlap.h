//===- overlap.h - whether two arrays share memory --------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Companions that are faster where the arrays they are given do not overlap ask beforehand.
//
//===----------------------------------------------------------------------===//

#ifndef AD_OVERLAP_H
#define AD_OVERLAP_H

#include "detail/push_macros.h"
#include <cstddef>
#include <cstdint>

namespace ad {

/// Whether one of the `_N` objects at `_A` and one of the `_M` objects at `_B` share memory. Where
/// _N <= 0 or _M <= 0 there are none, and the answer is no.
template <class _First, class _Second>
bool overlap(const _First *_A, std::ptrdiff_t _N, const _Second *_B, std::ptrdiff_t _M) {
  const auto _FromA = reinterpret_cast<std::uintptr_t>(_A),
             _FromB = reinterpret_cast<std::uintptr_t>(_B);
  return _N > 0 && _M > 0 && _FromA < _FromB + static_cast<std::size_t>(_M) * sizeof(_Second) &&
         _FromB < _FromA + static_cast<std::size_t>(_N) * sizeof(_First);
}

} // namespace ad

#include "detail/pop_macros.h"

#endif
