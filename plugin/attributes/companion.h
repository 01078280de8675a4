//===- attributes/companion.h - declaring and finding companions *- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion is declared the moment its function's declarator is complete, in the same scope, so
// that ordinary look-up finds it from the next line on. Its definition comes at the end of the
// file.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_COMPANION_H
#define AD_ATTRIBUTES_COMPANION_H

#include "plugin/attributes/modes.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace ad::attributes {

/// An earlier declaration of F in its scope, although F itself may not be linked to it yet.
clang::FunctionDecl *previousDeclaration(const clang::FunctionDecl *F);

/// Declares the companion of F in mode M and adds it to F's scope. F has its type and parameters;
/// it may lack its body and the link to earlier declarations (`Previous`, null if there is none).
/// Null after an error was reported (a function of that name and signature is in the way).
clang::FunctionDecl *declareCompanion(clang::Sema &S, clang::FunctionDecl *F,
                                      const clang::FunctionDecl *Previous, Mode M);

/// The companion of F in mode M, declared by `declareCompanion` here or in a precompiled header, or
/// null. Its first declaration: ask `getDefinition()` for a body.
clang::FunctionDecl *findCompanion(const clang::FunctionDecl *F, Mode M);

/// To be called when the class of an annotated method is complete: the companion gets the access of
/// its function, which Clang sets only after our handler has run, and the default arguments that
/// Clang parses late.
void finishMember(clang::Sema &S, clang::FunctionDecl *F, clang::FunctionDecl *Companion, Mode M);

} // namespace ad::attributes

#endif
