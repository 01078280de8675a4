//===- lower/overloads.h - what chooses among functions ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call that is printed calls the function that the program calls only where what chooses it is
// the same: a null pointer has the type that it has in the program where that is said.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_OVERLOADS_H
#define AD_LOWER_OVERLOADS_H

#include "plugin/core/core.h"
#include "clang/AST/Decl.h"
#include "clang/AST/TemplateBase.h"

namespace ad::lower {

/// Whether the argument E of a call of FD is a null pointer, and there are other functions of that
/// name.
bool choosesOverload(const clang::FunctionDecl *FD, const core::Expr *E);
/// Whether there are others of FD's name where it is declared: of a constructor, others that do
/// more than copy.
bool isOverloaded(const clang::FunctionDecl *FD);
/// Whether another one takes an object to change it where FD takes the same to read it.
bool isChosenByConst(const clang::FunctionDecl *FD);
/// Whether A is, or has as arguments, what has no name outside of a function.
bool hasNoName(const clang::TemplateArgument &A);
/// The names of methods of RD's bases that do not find them on an RD (Type::HiddenNames).
std::vector<std::string> hiddenNames(const clang::CXXRecordDecl *RD);

} // namespace ad::lower

#endif
