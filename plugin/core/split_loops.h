//===- core/split_loops.h - adjoints of stencils, loop by loop -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SPLIT_LOOPS_H
#define AD_CORE_SPLIT_LOOPS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Loops that add to neighbouring elements of an array, `x_bar[i - 1] += ...; x_bar[i] += ...;`,
/// and whose iterations may run in any order, become several, each of which adds to one of them.
/// Returns whether there were any.
bool splitLoops(Module &M, Function &F, const ApartPairs &Apart);

/// Marks the loops, and the parts of their bodies, in which adjoints are summed up in variables:
/// these sums may be formed in any order (`Stmt::Reassociates`), which lets the optimiser form
/// several at once.
void reassociateSums(Module &M, Function &F);

} // namespace ad::core

#endif
