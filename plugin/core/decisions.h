//===- core/decisions.h - in which order sums are formed ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What adjoints are to the last bit depends on the order in which the terms of sums are added up.
// That order is decided by what stands in the way: restored values, arrays on the tape, calls.
// Those differ between a companion that records and one that runs loops again; so the second
// follows the decisions that were made for the first.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_DECISIONS_H
#define AD_CORE_DECISIONS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace ad::core {

/// Statements are told apart by Stmt::Origin.
struct Decisions {
  using Pair = std::pair<unsigned, unsigned>;
  llvm::DenseSet<unsigned> Ascending; ///< loops that are reversed from the first iteration on
  llvm::DenseSet<unsigned> Fused;     ///< loops whose iterations are reversed at once, and branches
  llvm::DenseSet<unsigned> AtOnce;    ///< calls that are made with both sweeps at once
  llvm::DenseSet<Pair> Merged;        ///< additions that became one
  llvm::DenseSet<Pair> Summed;        ///< a loop, and an addition that it makes to a sum of its own
  llvm::StringSet<> ToldApart;        ///< loops, each with two elements that its bounds tell apart
  llvm::DenseSet<Pair> Apart;         ///< parameters, or their parts, that are taken not to overlap
};

/// Where a pass notes what it decides, and the decisions that it follows; null: none.
struct Guide {
  Decisions *Notes = nullptr;
  const Decisions *Follows = nullptr;
  /// No addition passes a call: what it adds was recorded here, and is in memory for a companion
  /// that runs loops again.
  bool Careful = false;
};

} // namespace ad::core

#endif
