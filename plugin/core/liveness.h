//===- core/liveness.h - stores that nobody reads -------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_LIVENESS_H
#define AD_CORE_LIVENESS_H

#include "plugin/core/core.h"
#include "plugin/core/uses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace ad::core {

/// Removes assignments to, and accumulations in, private locals (or parts of them) whose value no
/// later statement needs. Returns whether there were any.
bool removeDeadStores(Function &F);

/// Whether V is among the locals of which is known where their value is needed.
bool isTracked(const Variable *V, const Uses &Known);

/// Those whose value is still needed where a block ends, by block.
using LiveAtEnds = llvm::DenseMap<const Block *, llvm::DenseSet<const Variable *>>;
LiveAtEnds liveAtEnds(Function &F);

/// Those that something behind a loop reads as they are there, were it for nothing, by loop.
using LiveBehindLoops = llvm::DenseMap<const Stmt *, llvm::DenseSet<const Variable *>>;
LiveBehindLoops liveBehindLoops(Function &F);

} // namespace ad::core

#endif
