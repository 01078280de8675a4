//===- core/repeated_values.h - one name for equal values -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_REPEATED_VALUES_H
#define AD_CORE_REPEATED_VALUES_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal: what a statement computes several times gets a name in front of it.
void nameRepeatedValues(Module &M, Function &F);

} // namespace ad::core

#endif
