//===- core/versions.h - what a number is set to again --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a loop, `double a = e; a /= g; a = sqrt(a);` becomes `double a = e; double a_1 = a / g;
// double a_2 = sqrt(a_1);`. Each is set once: the reverse sweep need not put back what was there
// before, and adjoints may use what a_1 and a_2 are.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_VERSIONS_H
#define AD_CORE_VERSIONS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it.
void nameVersions(Module &M, Function &F);

} // namespace ad::core

#endif
