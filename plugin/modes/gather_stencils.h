//===- modes/gather_stencils.h - adjoints of stencils, gathered -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_GATHER_STENCILS_H
#define AD_MODES_GATHER_STENCILS_H

#include "plugin/core/places.h"

namespace ad::modes {

/// Loops that run again and again, each of whose iterations adds the same number to elements of an
/// array on both sides of its own, keep these numbers in an array; a second loop gathers them.
/// Returns whether there were any.
bool gatherStencils(core::Module &M, core::Function &F, const core::ApartPairs &Apart);

} // namespace ad::modes

#endif
