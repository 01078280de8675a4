//===- lower/exceptions.h - what the files about try blocks share -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_EXCEPTIONS_H
#define AD_LOWER_EXCEPTIONS_H

#include "clang/AST/Type.h"

namespace clang {
class FunctionDecl;
class Sema;
class Stmt;
} // namespace clang

namespace ad::core {
struct Stmt;
} // namespace ad::core

namespace ad::lower {

class Lowering;

/// Whether a handler of type Caught catches what is Thrown. Null: all, or nobody knows what.
bool catches(clang::Sema &S, clang::QualType Caught, clang::QualType Thrown);

/// Whether a throw that can be seen leaves FD, in a function that calls itself.
bool throwsDeeply(Lowering &L, const clang::FunctionDecl *FD);

/// Whether there is a `throw;` in S, lambdas left out.
bool throwsAgain(const clang::Stmt *S);

/// Whether S itself, not its branches, calls a member of the library that throws.
bool callsThrowing(const core::Stmt &S);

/// Whether members of the library of this name throw by what they are for.
bool throwsByName(llvm::StringRef Name);

} // namespace ad::lower

#endif
