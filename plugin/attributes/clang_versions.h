//===- attributes/clang_versions.h - where Clang's versions differ *- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The few calls whose form changed between the supported versions of Clang, each once.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_CLANG_VERSIONS_H
#define AD_ATTRIBUTES_CLANG_VERSIONS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

/// Template<Arguments...>, or a null type. Canonical, so that it is printed with its namespace.
inline clang::QualType specialise(clang::Sema &S, clang::ClassTemplateDecl *Template,
                                  llvm::ArrayRef<clang::TemplateArgument> Arguments) {
  clang::SourceLocation Loc = Template->getLocation();
  clang::TemplateArgumentListInfo List(Loc, Loc);
  for (const clang::TemplateArgument &A : Arguments)
    List.addArgument(S.getTrivialTemplateArgumentLoc(A, clang::QualType(), Loc));
#if AD_LLVM_VERSION >= 22
  clang::QualType T =
      S.CheckTemplateIdType(clang::ElaboratedTypeKeyword::None, clang::TemplateName(Template), Loc,
                            List, /*Scope=*/nullptr, /*ForNestedNameSpecifier=*/false);
#else
  clang::QualType T = S.CheckTemplateIdType(clang::TemplateName(Template), Loc, List);
#endif
  return T.isNull() ? T : T.getCanonicalType();
}

/// The type that a class or enumeration declares.
inline clang::QualType typeOf(clang::ASTContext &Context, const clang::TagDecl *D) {
#if AD_LLVM_VERSION >= 22
  return Context.getCanonicalTagType(D);
#else
  return Context.getTypeDeclType(D);
#endif
}

/// Types are printed by their canonical names, not as they were written.
inline void printCanonically(clang::PrintingPolicy &Policy, bool Canonically) {
#if AD_LLVM_VERSION >= 22
  Policy.PrintAsCanonical = Canonically;
#else
  Policy.PrintCanonicalTypes = Canonically;
#endif
}

inline clang::IdentifierInfo *identifierArgument(const clang::ParsedAttr &Attr, unsigned I) {
#if AD_LLVM_VERSION >= 22
  return Attr.getArgAsIdent(I)->getIdentifierInfo();
#else
  return Attr.getArgAsIdent(I)->Ident;
#endif
}

inline clang::SourceLocation identifierLocation(const clang::ParsedAttr &Attr, unsigned I) {
#if AD_LLVM_VERSION >= 22
  return Attr.getArgAsIdent(I)->getLoc();
#else
  return Attr.getArgAsIdent(I)->Loc;
#endif
}

} // namespace ad::attributes

#endif
