//===- core/unused_tapes.h - tapes that are only passed on ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Functions that call each other and pass a tape on, on which none of them puts anything.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_UNUSED_TAPES_H
#define AD_CORE_UNUSED_TAPES_H

#include "plugin/core/core.h"
#include "llvm/ADT/SetVector.h"

namespace ad::core {

/// Takes the tape, their first parameter, from those Takers that have no use for it, and from the
/// calls of them in All; and from functions in All that are left with none, their own. Returns the
/// Takers that lost it.
llvm::SetVector<Function *> dropUnusedTapes(const llvm::SetVector<Function *> &Takers,
                                            llvm::ArrayRef<Function *> All);

} // namespace ad::core

#endif
