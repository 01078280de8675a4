//===- lower/overloads.h - null pointers that choose a function -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A null pointer in a call that is printed has the type that it has in the program only where that
// is said.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_OVERLOADS_H
#define AD_LOWER_OVERLOADS_H

#include "plugin/core/core.h"
#include "clang/AST/Decl.h"

namespace ad::lower {

/// Whether the argument E of a call of FD is a null pointer, and there are other functions of that
/// name.
bool choosesOverload(const clang::FunctionDecl *FD, const core::Expr *E);

} // namespace ad::lower

#endif
