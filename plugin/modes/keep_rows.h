//===- modes/keep_rows.h - adjoints of stencils, row by row -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_KEEP_ROWS_H
#define AD_MODES_KEEP_ROWS_H

#include "plugin/core/places.h"

namespace ad::modes {

/// Loops that are neither gathered nor cut, as their neighbours get numbers that cost too much to
/// be computed twice, keep these in arrays, and loops of their own add them. Returns whether there
/// were any.
bool keepRows(core::Module &M, core::Function &F, const core::ApartPairs &Apart);

} // namespace ad::modes

#endif
