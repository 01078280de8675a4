//===- attributes/marks.h - what the attributes leave in the AST *- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Our attributes live on in the AST as implicit standard ones, so that they pass through
// redeclarations and precompiled headers. Only this file knows how they are encoded.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_MARKS_H
#define AD_ATTRIBUTES_MARKS_H

#include "plugin/attributes/modes.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace ad::attributes {

/// [[ad::constant]]: on a parameter, variable, field or function.
void markConstant(clang::Decl *D, clang::SourceRange Where);

/// Whether D is [[ad::constant]]: on any of its declarations, for functions and variables. For a
/// parameter ask `isConstantParameter` instead, which knows about redeclarations of its function.
bool isConstant(const clang::Decl *D);

/// Whether parameter I of F is constant. The first annotated declaration decides; for a function
/// that is not annotated, any declaration does.
bool isConstantParameter(const clang::FunctionDecl *F, unsigned I);

/// To be called before a redeclaration of F is marked. Where F is defined already, Clang drops,
/// with a warning, what the redeclaration has and the definition has nothing of the kind of.
void admitMarks(clang::FunctionDecl *F);

/// [[ad::differentiate(M)]] on a function.
void markDifferentiate(clang::FunctionDecl *F, Mode M, clang::SourceRange Where);

/// The modes that F was annotated with, on any of its declarations, in the table's order.
llvm::SmallVector<Mode, 4> requestedModes(const clang::FunctionDecl *F);
bool isRequested(const clang::FunctionDecl *F, Mode M);

/// The declaration that fixes signature and constants: the first annotated one (with M, if given).
/// Null if F is not annotated.
const clang::FunctionDecl *annotatedDeclaration(const clang::FunctionDecl *F,
                                                std::optional<Mode> M = std::nullopt);

/// Where the attribute that asks for M stands.
clang::SourceRange requestLocation(const clang::FunctionDecl *F, Mode M);

/// A function that we declared: the companion of the primal with this mangled name.
void markCompanion(clang::FunctionDecl *Companion, Mode M, llvm::StringRef PrimalName);
/// Whether D was declared by us, rather than written by the user (redeclarations included).
bool isCompanion(const clang::FunctionDecl *D);
bool isCompanionOf(const clang::FunctionDecl *D, Mode M, llvm::StringRef PrimalName);

} // namespace ad::attributes

#endif
