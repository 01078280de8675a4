//===- core/join_sums.h - sums that stand in one place -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A sum that is formed statement by statement, with nothing asked between, is one expression: the
// variable has one value then, which those that look at straight loops can see through.
//
//   double flow = 0;                    double flow = u[i - 1] - u[i] + (u[i + 1] - u[i]);
//   flow += u[i - 1] - u[i];
//   flow += u[i + 1] - u[i];
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_JOIN_SUMS_H
#define AD_CORE_JOIN_SUMS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it: in the bodies of innermost loops. The order of
/// summation stays.
void joinSums(Module &M, Function &F);

} // namespace ad::core

#endif
