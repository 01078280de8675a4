//===- clang-ad/open_classes.h - private members of classes -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion of a free function may use members that the function reached through others: the
// plugin lets it. Other compilers do so where the class says `public:`.
//
//===----------------------------------------------------------------------===//
#ifndef CLANG_AD_OPEN_CLASSES_H
#define CLANG_AD_OPEN_CLASSES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SetVector.h"

namespace ad::tools {

/// The definitions of the classes of which functions in generated text use members that are not
/// public, and are no members themselves.
llvm::SetVector<const clang::CXXRecordDecl *> classesToOpen(clang::ASTContext &Context);

} // namespace ad::tools

#endif
