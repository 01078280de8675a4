//===- core/loop_counters.h - counters that are their loop's own -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `int i; for (i = 0; i < n; ++i)` and `int i = 0; while (i < n) { ...; ++i; }` become
// `for (int i = 0; i < n; ++i)`, where nobody asks for `i` behind the loop: only then does a loop
// count, for those that look at it, and only then need nobody know what `i` was before.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_LOOP_COUNTERS_H
#define AD_CORE_LOOP_COUNTERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. Integers and pointers among its parameters that
/// change are copied.
void declareCounters(Module &M, Function &F);

/// Notes which counters go up from zero or more.
void noteCounters(Function &F);

/// Whether the integer E is surely not below zero. (Sums are not taken to overflow.)
bool isNotNegative(const Expr *E);

/// Copies of parameters that do not change after all give way to these.
void dropCopies(Module &M, Function &F);

} // namespace ad::core

#endif
