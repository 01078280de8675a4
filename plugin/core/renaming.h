//===- core/renaming.h - one variable in the place of another -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_RENAMING_H
#define AD_CORE_RENAMING_H

#include "plugin/core/core.h"
#include "llvm/ADT/ArrayRef.h"

namespace ad::core {

/// A local variable of F like V, under a name of its own.
Variable *another(Function &F, const Variable *V);

/// To in the place of From, in these statements and all that is nested in them.
void rename(Module &M, llvm::ArrayRef<Stmt *> In, const Variable *From, Variable *To);

} // namespace ad::core

#endif
