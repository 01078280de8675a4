//===- lower/extents.h - how much there is behind a pointer ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_EXTENTS_H
#define AD_LOWER_EXTENTS_H

#include "plugin/core/core.h"
#include "plugin/lower/report.h"

namespace ad::lower {

/// The number of elements behind parameter I of F, as [[ad::extent]] says, of its other parameters;
/// null where it says nothing, or something wrong, which is reported to R.
const core::Expr *extentOf(core::Module &M, const core::Function &F, unsigned I, Reporter &R);

} // namespace ad::lower

#endif
