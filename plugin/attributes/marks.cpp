//===- attributes/marks.cpp - what the attributes leave in the AST --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Functions carry an implicit AnnotateAttr ("ad.differentiate:reverse"), which Clang copies to
// redeclarations. Everything else carries an implicit SuppressAttr ("ad.constant"): an AnnotateAttr
// on a variable or field would make Clang emit an intrinsic per access and slow the primal down.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/attributes/templates.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

namespace ad::attributes {

using clang::AnnotateAttr;
using clang::Decl;
using clang::FunctionDecl;
using clang::SuppressAttr;

namespace {

constexpr llvm::StringLiteral ConstantTag = "ad.constant";

std::string requestTag(Mode M) { return ("ad.differentiate:" + spelling(M)).str(); }

std::string companionTag(Mode M, llvm::StringRef PrimalName) {
  return ("ad.companion:" + spelling(M) + ":" + PrimalName).str();
}

void annotate(Decl *D, llvm::StringRef Text, clang::SourceRange Where) {
  D->addAttr(AnnotateAttr::CreateImplicit(D->getASTContext(), Text, nullptr, 0, Where));
}

const AnnotateAttr *findAnnotation(const Decl *D, llvm::StringRef Text) {
  for (const AnnotateAttr *A : D->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation() == Text)
      return A;
  return nullptr;
}

bool hasConstantMark(const Decl *D) {
  for (const SuppressAttr *A : D->specific_attrs<SuppressAttr>())
    for (llvm::StringRef Tag : A->diagnosticIdentifiers())
      if (Tag == ConstantTag)
        return true;
  return false;
}

/// All declarations, the first one first.
llvm::SmallVector<const FunctionDecl *, 4> inOrder(const FunctionDecl *F) {
  llvm::SmallVector<const FunctionDecl *, 4> Declarations;
  for (const FunctionDecl *D = F->getMostRecentDecl(); D; D = D->getPreviousDecl())
    Declarations.push_back(D);
  std::reverse(Declarations.begin(), Declarations.end());
  return Declarations;
}

} // namespace

void markConstant(Decl *D, clang::SourceRange Where) {
  if (hasConstantMark(D))
    return;
  llvm::StringRef Tag = ConstantTag;
  D->addAttr(SuppressAttr::CreateImplicit(D->getASTContext(), &Tag, 1, Where));
}

bool isConstant(const Decl *D) {
  if (llvm::isa<clang::ParmVarDecl>(D))
    return hasConstantMark(D);
  for (const Decl *Redeclaration : D->redecls())
    if (hasConstantMark(Redeclaration))
      return true;
  return false;
}

bool isConstantParameter(const FunctionDecl *F, unsigned I) {
  // What the template says holds for its instances and explicit specialisations.
  if (const FunctionDecl *Origin = originOf(F); Origin != F && annotatedDeclaration(Origin))
    F = Origin;
  if (const FunctionDecl *Fixing = annotatedDeclaration(F))
    return I < Fixing->getNumParams() && hasConstantMark(Fixing->getParamDecl(I));
  for (const FunctionDecl *D : F->redecls())
    if (I < D->getNumParams() && hasConstantMark(D->getParamDecl(I)))
      return true;
  return false;
}

void admitMarks(FunctionDecl *F) {
  FunctionDecl *Definition = F->getDefinition();
  if (!Definition)
    return;
  clang::ASTContext &Context = Definition->getASTContext();
  if (!Definition->hasAttr<AnnotateAttr>())
    annotate(Definition, "ad.redeclared", Definition->getLocation());
  if (!Definition->hasAttr<SuppressAttr>())
    Definition->addAttr(SuppressAttr::CreateImplicit(Context, nullptr, 0));
  if (!Definition->hasAttr<clang::UnusedAttr>())
    Definition->addAttr(clang::UnusedAttr::CreateImplicit(Context));
}

void markDifferentiate(FunctionDecl *F, Mode M, clang::SourceRange Where) {
  annotate(F, requestTag(M), Where);
}

llvm::SmallVector<Mode, 4> requestedModes(const FunctionDecl *F) {
  llvm::SmallVector<Mode, 4> Modes;
  for (Mode M : allModes())
    if (isRequested(F, M))
      Modes.push_back(M);
  return Modes;
}

bool isRequested(const FunctionDecl *F, Mode M) { return annotatedDeclaration(F, M) != nullptr; }

const FunctionDecl *annotatedDeclaration(const FunctionDecl *F, std::optional<Mode> M) {
  // Most functions carry no annotation at all, and the last declaration inherits what there is.
  if (!F->getMostRecentDecl()->hasAttr<AnnotateAttr>())
    return nullptr;
  for (const FunctionDecl *D : inOrder(F))
    for (const AnnotateAttr *A : D->specific_attrs<AnnotateAttr>())
      if (!A->isInherited() && (M ? A->getAnnotation() == requestTag(*M)
                                  : A->getAnnotation().starts_with("ad.differentiate:")))
        return D;
  return nullptr;
}

clang::SourceRange requestLocation(const FunctionDecl *F, Mode M) {
  if (const FunctionDecl *D = annotatedDeclaration(F, M))
    if (const AnnotateAttr *A = findAnnotation(D, requestTag(M)))
      return A->getRange();
  return F->getLocation();
}

void markCompanion(FunctionDecl *Companion, Mode M, llvm::StringRef PrimalName) {
  annotate(Companion, companionTag(M, PrimalName), Companion->getLocation());
}

bool isCompanion(const FunctionDecl *D) {
  for (const AnnotateAttr *A : D->specific_attrs<AnnotateAttr>())
    if (A->getAnnotation().starts_with("ad.companion:"))
      return true;
  return false;
}

bool isCompanionOf(const FunctionDecl *D, Mode M, llvm::StringRef PrimalName) {
  return findAnnotation(D, companionTag(M, PrimalName)) != nullptr;
}

} // namespace ad::attributes
