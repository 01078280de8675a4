//===- analysis/scratch.h - arrays that each iteration fills anew -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An array or vector that stands outside of a loop is the iteration's own as good as one that is
// declared inside if each iteration writes every element before it reads it: nothing is handed on
// from one iteration to the next (array privatisation).
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_SCRATCH_H
#define AD_ANALYSIS_SCRATCH_H

#include "plugin/core/core.h"

namespace ad::analysis {

/// Whether each iteration of Loop, which does not declare V, writes the elements of V that it reads
/// before it does, and V, a local array or vector of numbers, keeps its size and is reached by its
/// name alone. Body: the function's. What comes after the loop is not looked at.
bool isScratch(const core::Variable *V, const core::Stmt &Loop, const core::Block &Body,
               core::Module &M);

/// Whether all that Body reads of V, a local array of numbers or a number that its declaration
/// gives no value, it has written before.
bool isFilledFirst(const core::Variable *V, const core::Block &Body, core::Module &M);

} // namespace ad::analysis

#endif
