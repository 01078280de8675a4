//===- core/split_objects.h - local objects with vectors --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   Matrix c;                                std::size_t c_rows = 2;
//   c.rows = 2;                              std::vector<double> c_d(n);
//   c.d.resize(n);                           ... c_d[i] ...
//   ... c.d[i] ...
//
// A local object that is never used but by the names of its members is as many variables. Of a
// vector that is a variable it is known what it is made with, and that it can keep its memory
// (steady_sizes.h, kept_vectors.h).
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SPLIT_OBJECTS_H
#define AD_CORE_SPLIT_OBJECTS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Splits those local objects of F that hold vectors of numbers, and of whose class nothing but its
/// members is known: no base, no virtual function, nothing that its destructor does.
void splitObjects(Module &M, Function &F);

} // namespace ad::core

#endif
