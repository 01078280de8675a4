//===- analysis/whole_vectors.h - what goes through vectors -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_WHOLE_VECTORS_H
#define AD_ANALYSIS_WHOLE_VECTORS_H

#include "plugin/core/core.h"

namespace ad::analysis {

/// Whether the statements of Around, in Body, take as many steps as the vector Array has elements
/// in any case: a copy of it for each run of Around costs no more than that. What is copied does
/// not depend on it.
bool isGoneThrough(const core::Block &Body, const core::Block &Around, const core::Expr *Array);

} // namespace ad::analysis

#endif
