//===- core/apart_in_loop.h - elements that bounds tell apart --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In `for (int j = k + 1; j < n; ++j)` the elements a[i * n + j] and a[i * n + k] are never the
// same one: the counter is larger than `k`.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_APART_IN_LOOP_H
#define AD_CORE_APART_IN_LOOP_H

#include "plugin/core/builder.h"

namespace ad::core {

/// Whether P and Q, elements of the same array, are different ones in every iteration of the
/// counting loop Loop, since its counter is never less than where it begins or ends.
bool apartInLoop(Module &M, const Stmt &Loop, const Expr *P, const Expr *Q);

} // namespace ad::core

#endif
