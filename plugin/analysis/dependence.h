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
// 2. The two accesses meet only if all parts are equal. With the bounds of the loops, the
// conditions
//    of the branches, and the order of the iterations, these are inequalities x - y <= c, which
//    have a solution unless they go round in a circle of negative length (Bellman, Ford).
//
// The answer errs on the side of "they may meet": whatever cannot be written as such an inequality
// is left out.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_DEPENDENCE_H
#define AD_ANALYSIS_DEPENDENCE_H

#include "plugin/analysis/subscripts.h"

namespace ad::analysis {

/// One access to memory: its subscripts, the loops and the branches around it, outermost first.
struct Access {
  llvm::SmallVector<const core::Expr *, 4> Indices;
  llvm::SmallVector<const core::Stmt *, 4> Loops;
  llvm::SmallVector<Branch, 2> Branches;
};

/// Whether Write may meet Read in memory, where both have the same root. Of the Same outermost
/// loops it runs in the same iterations; of the next Shared ones in a later iteration than the
/// read, or, if Behind, also in the same one.
bool mayMeetLater(const Access &Read, const Access &Write, size_t Same, size_t Shared, bool Behind,
                  const Numbers &N);

} // namespace ad::analysis

#endif
