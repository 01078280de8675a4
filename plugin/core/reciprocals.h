//===- core/reciprocals.h - divisions by one number ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_RECIPROCALS_H
#define AD_CORE_RECIPROCALS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Adjoints that are divided by the same number several times are multiplied with its reciprocal.
/// Last but for the factors of sums. Returns whether there were any.
bool shareReciprocals(Module &M, Function &F);

} // namespace ad::core

#endif
