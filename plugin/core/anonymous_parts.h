//===- core/anonymous_parts.h - what has no name is not assigned -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core calls the anonymous structs and unions of a class `$`, `$$`, ...; no text can. Where one is
// assigned as a whole, its members are: of a union the largest, which is all of it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_ANONYMOUS_PARTS_H
#define AD_CORE_ANONYMOUS_PARTS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a companion, before its text is made.
void assignNamedParts(Module &M, Function &F);

} // namespace ad::core

#endif
