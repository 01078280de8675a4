//===- modes/array_names.h - pointers that are names of arrays --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_ARRAY_NAMES_H
#define AD_MODES_ARRAY_NAMES_H

#include "plugin/core/core.h"

namespace ad::modes {

/// Of a mode's own copy of a body: pointers that are names of arrays, or of parts of them, give way
/// to these. Returns the local arrays that had such names.
llvm::SmallVector<core::Variable *, 4> nameArrays(core::Module &M, core::Block &Body);

} // namespace ad::modes

#endif
