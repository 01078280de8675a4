//===- core/apart_in_loop.h - elements that bounds tell apart --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In `for (int j = k + 1; j < n; ++j)` the elements a[i * n + j] and a[i * n + k] are never the
// same one: the counter is larger than `k`. Nor are b[j * n + j] and b[i * n + k] where `k` counts
// up to `j`, and `i` is not less: rows and columns are told apart.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_APART_IN_LOOP_H
#define AD_CORE_APART_IN_LOOP_H

#include "plugin/core/builder.h"

namespace ad::core {

/// Whether P and Q, elements of the same array, are different ones in every iteration of Loop, as
/// its counter and those of the loops Around it, outermost first, stay within their bounds. What
/// else tells where Q is must not change in Loop.
bool apartInLoop(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Around, const Expr *P,
                 const Expr *Q);

/// Whether elements P and Q of one array are never the same in two different iterations of a loop,
/// the first of InP and InQ, which are the loops around each. Outer: the loops around that one.
/// IsFixed: variables that stay as they are while it runs.
bool apartInIterations(llvm::ArrayRef<const Stmt *> Outer, llvm::ArrayRef<const Stmt *> InP,
                       const Expr *P, llvm::ArrayRef<const Stmt *> InQ, const Expr *Q,
                       llvm::function_ref<bool(const Variable *)> IsFixed);

} // namespace ad::core

#endif
