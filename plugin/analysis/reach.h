//===- analysis/reach.h - how far subscripts go in loops --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_REACH_H
#define AD_ANALYSIS_REACH_H

#include "plugin/analysis/subscripts.h"

namespace ad::analysis {

/// Of a subscript: no value of it lies outside.
struct Reach {
  Polynomial Least, Greatest;
};

/// The counter of a loop.
inline bool isCounter(const Symbol &S) { return S.Instance != 0; }
bool mentionsCounter(const Polynomial &P);

/// The greatest, or the least, value that P may have in these loops: counters give way to their
/// limits, one after the other, which errs on the far side.
std::optional<Polynomial> extreme(Polynomial P, bool Largest, const Inequalities &Bounds,
                                  llvm::ArrayRef<const core::Stmt *> Loops, const Numbers &N);

std::optional<Reach> reach(const Polynomial &Index, llvm::ArrayRef<const core::Stmt *> Loops,
                           const Numbers &N);

/// Whether Index, in these loops, is computed in 64 bits, or counts to what is, so that the end of
/// what it reaches has to be, too.
bool isWide(const core::Expr *Index, llvm::ArrayRef<const core::Stmt *> Loops, const Numbers &N);

/// Whether Loop, one of Loops that counts, runs from and to numbers that are the same for all
/// iterations of the others.
bool hasFixedEnds(const core::Stmt &Loop, llvm::ArrayRef<const core::Stmt *> Loops,
                  const Numbers &N);

/// The condition that all of Loops, which have fixed ends, run; null if they do in any case.
const core::Expr *runs(llvm::ArrayRef<const core::Stmt *> Loops, const Numbers &N,
                       core::Builder &B);

} // namespace ad::analysis

#endif
