//===- core/walking_pointers.h - pointers that loops move along -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `for (auto it = v.begin(); it != v.end(); ++it)` and `for (p = x; p != x + n; ++p)` become
// `for (i = 0; i < n; ++i)`, `*p` becomes `x[i]`, and what moves beside the counter,
// `for (k = 0; k < n; ++k, p += stride)`, `p[k * stride]`: then it is known how often the loop runs
// and what it reads, and no pointer needs to be moved back.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_WALKING_POINTERS_H
#define AD_CORE_WALKING_POINTERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, in which counters are their loops' own (loop_counters.h).
void indexPointers(Module &M, Function &F);

} // namespace ad::core

#endif
