//===- core/interchange_loops.h - adjoint loops along memory --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_INTERCHANGE_LOOPS_H
#define AD_CORE_INTERCHANGE_LOOPS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Adjoints of loops that go through columns of arrays go through rows, where their iterations may
/// run in any order. Returns whether there were any.
bool interchangeLoops(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
