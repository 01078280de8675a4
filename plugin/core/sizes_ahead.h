//===- core/sizes_ahead.h - sizes of vectors that loops make ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SIZES_AHEAD_H
#define AD_CORE_SIZES_AHEAD_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal whose vectors that keep their size have constants for it: sizes that are the same in
/// each iteration of a loop are declared ahead of it, so that arrays can be made there which have
/// room for what loops over the elements keep.
void declareSizesAhead(Function &F);

} // namespace ad::core

#endif
