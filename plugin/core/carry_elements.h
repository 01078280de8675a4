//===- core/carry_elements.h - elements that the next iteration needs -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_CARRY_ELEMENTS_H
#define AD_CORE_CARRY_ELEMENTS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Loops that add to neighbouring elements of an adjoint, one iteration after the other, hold those
/// that the next iteration needs in local variables. Apart: adjoints that do not overlap. No sum is
/// formed in another order.
void carryElements(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
