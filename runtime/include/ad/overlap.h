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
#include <functional>

namespace ad {

/// Whether one of the `n` objects at `a` and one of the `m` objects at `b` share memory. No array
/// has less than one element to share: where n <= 0 or m <= 0 the answer is no.
template <class _T, class _U>
bool overlap(const _T *a, std::ptrdiff_t n, const _U *b, std::ptrdiff_t m) {
  const std::less<const void *> _Before{};
  return n > 0 && m > 0 && _Before(a, b + m) && _Before(b, a + n);
}

} // namespace ad

#include "detail/pop_macros.h"

#endif
