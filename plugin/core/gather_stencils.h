//===- core/gather_stencils.h - adjoints of stencils, gathered -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_GATHER_STENCILS_H
#define AD_CORE_GATHER_STENCILS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Loops that run again and again, each of whose iterations adds the same number to elements of an
/// array on both sides of its own, keep these numbers in an array; a second loop gathers them.
/// Returns whether there were any.
bool gatherStencils(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
