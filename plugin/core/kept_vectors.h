//===- core/kept_vectors.h - vectors that every iteration makes -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_KEPT_VECTORS_H
#define AD_CORE_KEPT_VECTORS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a companion, after everything that asks where variables are declared: vectors of numbers that
/// the iterations of a loop make and free are declared ahead of it, and keep their memory.
void keepVectors(Module &M, Function &F);

} // namespace ad::core

#endif
