//===- core/steady_products.h - what short loops leave alone ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STEADY_PRODUCTS_H
#define AD_CORE_STEADY_PRODUCTS_H

#include "plugin/core/places.h"

namespace ad::core {

/// What loops of a few iterations compute of numbers in memory, and always the same, is computed
/// ahead of them. Bits stay what they are. Returns whether there was any.
bool nameSteadyProducts(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
