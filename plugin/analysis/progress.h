//===- analysis/progress.h - writes that only move on ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_PROGRESS_H
#define AD_ANALYSIS_PROGRESS_H

#include "plugin/core/core.h"
#include "llvm/ADT/ArrayRef.h"

namespace ad::analysis {

/// A subscript, evaluated inside of these loops (outermost first).
struct Access {
  const core::Expr *Index;
  llvm::ArrayRef<const core::Stmt *> Loops;
};

/// Whether the element that is read was left behind by a walk over the same array, whose writes,
/// from the moment of the read on, only go further: `x[i - 1]` where `x[i]` is written, or
/// `l[i * n + k]`, k < j, where `l[i * n + j]` is.
/// Shared: how many of the loops the two have in common, at least one. WrittenBefore: in an
/// iteration of all of these, the write comes before the read.
bool liesBehind(const Access &Read, const Access &Write, unsigned Shared, bool WrittenBefore,
                llvm::function_ref<bool(const core::Variable *)> Fixed);

} // namespace ad::analysis

#endif
