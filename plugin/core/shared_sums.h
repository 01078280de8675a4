//===- core/shared_sums.h - sums of the same products ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SHARED_SUMS_H
#define AD_CORE_SHARED_SUMS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Where a loop adds the same products to several adjoints, each times a number that stays the same
/// while it runs, one sum is formed, and multiplied with these numbers behind the loop. Last of
/// all.
void shareSums(Module &M, Function &F);

} // namespace ad::core

#endif
