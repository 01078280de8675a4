//===- analysis/read_span.h - the elements that a loop reads ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which elements of an array a loop reads, if a copy of them can be made before it runs: their
// subscripts say how far they reach, and the program reads or writes the first and the last of them
// in any case, so that all of them exist.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_READ_SPAN_H
#define AD_ANALYSIS_READ_SPAN_H

#include "plugin/analysis/subscripts.h"

namespace ad::analysis {

struct ReadSpan {
  int64_t First = 0;                ///< the least subscript
  const core::Expr *End = nullptr;  ///< one more than the greatest; not above First: none
  const core::Expr *Runs = nullptr; ///< if given: where this is false there are none, whatever End
};

/// The elements of Array, a variable (an array, a vector or a pointer) or a vector in an object,
/// that Loop reads, which is a statement of Around. None if that is not known, or if they may be
/// many more than the loop has iterations.
std::optional<ReadSpan> readSpan(core::Builder &B, const core::Block &Around,
                                 const core::Stmt &Loop, const core::Expr *Array);

} // namespace ad::analysis

#endif
