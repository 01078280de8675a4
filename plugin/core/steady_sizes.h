//===- core/steady_sizes.h - vectors that never change size ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Vectors that are swapped with, and assigned to, others of the same size keep it: then their
// counters are constants, and nothing is recorded of them.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STEADY_SIZES_H
#define AD_CORE_STEADY_SIZES_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. The counters of local vectors that keep their size
/// are set once; `v.size()` of such a vector is its counter.
void settleSizes(Module &M, Function &F);

} // namespace ad::core

#endif
