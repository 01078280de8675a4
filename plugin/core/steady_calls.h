//===- core/steady_calls.h - calls that loops make again and again -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STEADY_CALLS_H
#define AD_CORE_STEADY_CALLS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal: calls like `exp(rate)` that are the same in each iteration of a loop are made once,
/// ahead of it. No bit of what the function computes changes.
void makeSteadyCallsAhead(Module &M, Function &F);

} // namespace ad::core

#endif
