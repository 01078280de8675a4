//===- core/disjoint_loops.h - iterations that do not meet ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_DISJOINT_LOOPS_H
#define AD_CORE_DISJOINT_LOOPS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Marks straight loops of which no iteration reads or writes what another one writes, where the
/// optimiser would have to ask several times whether it is so (Stmt::Disjoint). Last of all.
void markDisjointLoops(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
