//===- core/turn_slots.h - rows of arrays on the tape ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_TURN_SLOTS_H
#define AD_CORE_TURN_SLOTS_H

#include "plugin/core/straight_loop.h"

namespace ad::core {

/// Whether Place, `at[i][j]`, goes on to the next row while the counter moves, and stays in its
/// column.
bool goesAcross(const Expr *Place, const Movement &By);

/// Arrays of rows on the tape through which most loops go from row to row get their columns for
/// rows.
void turnSlots(Module &M, Function &F);

} // namespace ad::core

#endif
