//===- analysis/idle_pointers.h - pointers without derivatives -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A search by bisection moves pointers over numbers that it only compares: what it leads to is
// known by a difference of pointers, an integer. Nobody reads a derivative through such a pointer.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_IDLE_POINTERS_H
#define AD_ANALYSIS_IDLE_POINTERS_H

#include "plugin/core/core.h"

namespace ad::analysis {

/// Of a primal, before anything is made of it: marks the local pointers through which no number
/// passes that has a derivative (Variable::Constant).
void markIdlePointers(core::Function &F);

} // namespace ad::analysis

#endif
