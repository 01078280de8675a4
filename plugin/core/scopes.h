//===- core/scopes.h - uses of variables out of their scopes --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What lowering follows (functions, references, numbers beside them) is told by names of variables,
// and a name may outlast its block. Another variable could then take its place in the text: that
// must be an error instead.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SCOPES_H
#define AD_CORE_SCOPES_H

#include "plugin/core/core.h"

namespace ad::core {

/// A use of a local variable outside of the blocks that declare it.
struct OutOfScope {
  const Stmt *At = nullptr; ///< null: there is none
  const Variable *Used = nullptr;
};

/// The first one in F. O(size of F).
OutOfScope usedOutOfScope(const Function &F);

} // namespace ad::core

#endif
