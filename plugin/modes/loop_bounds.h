//===- modes/loop_bounds.h - what counters are compared with --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `for (int i = 0; i + width <= n; ++i)` becomes `for (int i = 0; i <= n - width; ++i)`: a loop
// counts, for those that look at it, if its counter stands alone on one side of its test. What may
// leave an iteration goes ahead of what the iteration declares.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_LOOP_BOUNDS_H
#define AD_MODES_LOOP_BOUNDS_H

#include "plugin/core/core.h"

namespace ad::modes {

/// Of a primal, before anything is made of it. Numbers (`i + 1 < n`) stay where they are
/// (analysis::CountedLoop::Ahead). Where unsigned numbers might wrap, the bound gets a name.
void separateCounters(core::Module &M, core::Function &F);

} // namespace ad::modes

#endif
