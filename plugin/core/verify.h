//===- core/verify.h - the invariants of Core, checked --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Run between passes in tests, and under -fplugin-arg-ad-dump=verify. What is checked:
//
//  1. Variables: no two have one name; each is declared before its uses and in their scope, once
//     in each; locals are no references; constants and parameters passed by value are not assigned.
//  2. Expressions: the right number of operands; places where places are needed; operands of the
//     types that their operators take.
//  3. Statements: the parts that their kind needs; break and continue within loops; jumps to labels
//     that exist; nothing after a statement that leaves its block; as many arguments as parameters.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_VERIFY_H
#define AD_CORE_VERIFY_H

#include "plugin/core/core.h"

namespace ad::core {

/// One message for each violation, each with the statement that commits it; empty for a sound body.
std::vector<std::string> verify(const Function &F);

} // namespace ad::core

#endif
