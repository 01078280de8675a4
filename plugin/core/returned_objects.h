//===- core/returned_objects.h - what functions return by value -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Of a function that was written out, `std::vector<double> r(n); ...; std::vector<double> k = r;`
// is left, where C++ makes no copy: the vector that would end is the one that is declared.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_RETURNED_OBJECTS_H
#define AD_CORE_RETURNED_OBJECTS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. Local vectors, records and std::arrays that are
/// declared as copies of others, which nobody mentions from there on, are these.
void joinCopies(Module &M, Function &F);

} // namespace ad::core

#endif
