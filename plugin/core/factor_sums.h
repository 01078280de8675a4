//===- core/factor_sums.h - common factors, taken once --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_FACTOR_SUMS_H
#define AD_CORE_FACTOR_SUMS_H

#include "plugin/core/core.h"

namespace ad::core {

/// `x_bar += a * s * t + b * s * u` becomes `x_bar += s * (a * t + b * u)` where that takes fewer
/// multiplications; what several additions have between the parentheses gets a name. Returns
/// whether there was such a sum.
bool factorSums(Module &M, Function &F);

} // namespace ad::core

#endif
