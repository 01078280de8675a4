//===- analysis/dependence.h - subscripts of two accesses -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Whether a write that runs after a read, in a later iteration of the loops around both or further
// on, may touch the memory that was read: a test on subscripts that are sums and products of loop
// counters and of numbers that do not change.
//
// 1. A subscript is made a polynomial; `i * n + j` is taken apart into row and column where the
//    bounds of the loops show that 0 <= j < n (delinearisation).
// 2. The two accesses meet only if all parts are equal. With the bounds of the loops, and the order
//    of the iterations, these are inequalities x - y <= c, which have a solution unless they go
//    round in a circle of negative length (Bellman, Ford).
//
// The answer errs on the side of "they may meet": whatever cannot be written as such an inequality
// is left out.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_DEPENDENCE_H
#define AD_ANALYSIS_DEPENDENCE_H

#include "plugin/analysis/subscripts.h"

namespace ad::analysis {

/// One access to memory: its subscripts, outermost first, and the loops around it, outermost first.
struct Access {
  llvm::SmallVector<const core::Expr *, 4> Indices;
  llvm::ArrayRef<const core::Stmt *> Loops;
};

/// Whether Write may meet Read in memory, where both have the same root. It runs in an iteration of
/// the Shared outermost loops later than the read's; or, if Behind, in the same one.
bool mayMeetLater(const Access &Read, const Access &Write, size_t Shared, bool Behind,
                  const Numbers &N);

} // namespace ad::analysis

#endif
