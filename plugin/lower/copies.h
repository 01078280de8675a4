//===- lower/copies.h - copies that do nothing else ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Companions copy objects where the function does not: shadows, values that are kept, arguments.
// That is right for classes whose copies do nothing but copy the members.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_COPIES_H
#define AD_LOWER_COPIES_H

#include "clang/AST/DeclCXX.h"

namespace ad::lower {

/// The copy or move constructor or assignment of RD, or of a part of it, that is written by hand
/// and may do something else than copy each member, or leave something else in an object that it
/// moves from. Null: there is none.
const clang::CXXMethodDecl *ownCopy(const clang::CXXRecordDecl *RD);

/// The same of assignments only, and of constructors only.
const clang::CXXMethodDecl *ownAssignment(const clang::CXXRecordDecl *RD);
const clang::CXXMethodDecl *ownConstructor(const clang::CXXRecordDecl *RD);

/// Whether moving an object of class RD leaves more behind than empty members: what the class says
/// is done where the function says that it moves, but not within the library.
bool leavesSomethingElse(const clang::CXXRecordDecl *RD);

} // namespace ad::lower

#endif
