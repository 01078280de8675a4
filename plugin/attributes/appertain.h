//===- attributes/appertain.h - where the attribute may stand ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which functions may be annotated, as far as that is known when the declarator is complete. What
// shows later (deleted, coroutine, overriding) is checked by `checkRequest`.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_APPERTAIN_H
#define AD_ATTRIBUTES_APPERTAIN_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace ad::attributes {

/// Reports an error, with what to do about it, if F cannot be annotated. True if it can.
bool checkPlace(clang::Sema &S, const clang::FunctionDecl *F, clang::SourceLocation Attribute);

} // namespace ad::attributes

#endif
