//===- region.h - marking what is to be run again ---------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Reverse mode records what its reverse sweep will need. Of a region that is marked,
//
//   ad::checkpoint([&] { burn(state, fuel); });
//   double y = ad::checkpoint([&] { return costly(x); });
//
// it records the state ahead of it alone; the reverse sweep restores that, runs the region again,
// this time with its records, and takes them back at once. Regions nest. Documented in
// docs/checkpointed.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_REGION_H
#define AD_REGION_H

#include "detail/push_macros.h"

namespace ad {

/// Runs `_Body`, a function object without parameters, and returns what it returns. That is all,
/// but for reverse companions of functions with this call.
template <class _Region> auto checkpoint(_Region &&_Body) {
  return static_cast<_Region &&>(_Body)();
}

} // namespace ad

#include "detail/pop_macros.h"
#endif // AD_REGION_H
