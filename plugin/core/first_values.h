//===- core/first_values.h - variables begin with their values -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `double t; ...; t = e;` becomes `...; double t = e;`, as C++ has it, and where `t` is used for
// one thing after the other, in branches or loops, each of them gets its own: only then is a number
// that is set once a constant, of which the reverse sweep need not know versions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_FIRST_VALUES_H
#define AD_CORE_FIRST_VALUES_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it.
void declareWithFirstValues(Module &M, Function &F);

} // namespace ad::core

#endif
