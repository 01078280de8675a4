//===- core/liveness.h - stores that nobody reads -------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_LIVENESS_H
#define AD_CORE_LIVENESS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Removes assignments to, and accumulations in, private locals (or parts of them) whose value no
/// later statement needs. Returns whether there were any.
bool removeDeadStores(Function &F);

} // namespace ad::core

#endif
