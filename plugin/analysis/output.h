//===- analysis/output.h - statements that only write output --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop or region that is run again may report on its progress. What it prints, or appends to a
// text, nothing that it computes depends on: that is done in the first run, and left out of the
// others.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_OUTPUT_H
#define AD_ANALYSIS_OUTPUT_H

#include "plugin/core/core.h"

namespace ad::analysis {

/// Whether S, a statement in Loop (a loop or region), does nothing but to print, or to append to a
/// stream or text that the rest of Loop makes no use of.
bool isOutput(const core::Stmt &S, const core::Stmt &Loop);

/// Takes such statements out of Bl, a copy of a part of Loop.
void dropOutput(core::Block &Bl, const core::Stmt &Loop);

} // namespace ad::analysis

#endif
