//===- core/vector_pointers.h - pointers into vectors ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_VECTOR_POINTERS_H
#define AD_CORE_VECTOR_POINTERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal: pointers into local vectors that are exchanged, or whose vectors are, give way to
/// the vectors.
void replaceVectorPointers(Module &M, Function &F);

} // namespace ad::core

#endif
