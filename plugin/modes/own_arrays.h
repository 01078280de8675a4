//===- modes/own_arrays.h - arrays that iterations fill anew --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   double f[8];                             for (int k = 0; k < n; ++k) {
//   for (int k = 0; k < n; ++k) {              double f[8];
//     ... // fills f, and reads it             ... // fills f, and reads it
//   }                                        }
//
// C declares arrays ahead of the loops that use them. Where each iteration fills the array before
// it reads it, it is the iteration's own, and is declared there; loops that use it one after the
// other get arrays of their own.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_OWN_ARRAYS_H
#define AD_MODES_OWN_ARRAYS_H

#include "plugin/core/core.h"

namespace ad::modes {

/// Moves the declarations in Body of local arrays of a fixed size, which have no values yet, into
/// the loops that own them. Reached: whether anything but its name may lead to an array.
void moveIntoLoops(core::Module &M, core::Function &F, core::Block &Body,
                   llvm::function_ref<bool(const core::Variable *)> Reached);

} // namespace ad::modes

#endif
