//===- modes/known_branches.h - branches that are never taken -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A function that was written out where it is called leaves questions behind whose answer is known
// there: `if (transposed)`, where false was passed. What is never run need not be differentiated,
// and stands in the way of nothing.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_KNOWN_BRANCHES_H
#define AD_MODES_KNOWN_BRANCHES_H

#include "plugin/core/core.h"

namespace ad::modes {

/// Of a primal, before anything is made of it: drops the branches that are never taken, as literals
/// and local integers that keep the literal which they begin with tell. Returns whether there were
/// any.
bool dropKnownBranches(core::Module &M, core::Function &F);

} // namespace ad::modes

#endif
