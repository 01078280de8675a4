//===- core/steady_members.h - numbers in objects, for loops ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STEADY_MEMBERS_H
#define AD_CORE_STEADY_MEMBERS_H

#include "plugin/core/places.h"

namespace ad::core {

/// Whether E is a number in an object that is there in any case: `this`, or one with a name.
bool isOfObject(const Expr *E);

/// Numbers in the caller's objects that straight loops read, and leave alone, get names ahead of
/// them, of the outermost one: to the optimiser, each store might change them. Last of all.
void nameSteadyMembers(Module &M, Function &F, const ApartPairs &Apart);

} // namespace ad::core

#endif
