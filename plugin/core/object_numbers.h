//===- core/object_numbers.h - sizes that objects hold --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a loop that fills arrays anew in each of its iterations, `grid.n` becomes `grid_n`, declared
// ahead of it: how far subscripts go can then be told, and what is to be kept of the arrays.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_OBJECT_NUMBERS_H
#define AD_CORE_OBJECT_NUMBERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. Integers in objects that a loop leaves alone get
/// names.
void nameObjectNumbers(Module &M, Function &F);

} // namespace ad::core

#endif
