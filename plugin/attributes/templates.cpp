//===- attributes/templates.cpp - companions of templates -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies template parameters; finds the way between templates, their instances and the instances'
// companions.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/templates.h"
#include "plugin/attributes/tree_visitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/FoldingSet.h"

namespace ad::attributes {

using clang::ASTContext;
using clang::FunctionDecl;
using clang::FunctionTemplateDecl;
using clang::NamedDecl;
using clang::NonTypeTemplateParmDecl;
using clang::TemplateParameterList;
using clang::TemplateTemplateParmDecl;
using clang::TemplateTypeParmDecl;

namespace {

const FunctionTemplateDecl *originOf(const FunctionTemplateDecl *T) {
  while (const FunctionTemplateDecl *Outer = T->getInstantiatedFromMemberTemplate())
    T = Outer;
  return T;
}

//===-- Copies of template parameters -------------------------------------===//

/// Default arguments that an earlier declaration has count, too.
template <typename Parameter>
void copyDefault(ASTContext &Context, const Parameter *From, const NamedDecl *Previous,
                 Parameter *To) {
  if (From->isParameterPack())
    return;
  if (From->hasDefaultArgument())
    To->setDefaultArgument(Context, From->getDefaultArgument());
  else if (const auto *P = llvm::dyn_cast_or_null<Parameter>(Previous);
           P && P->hasDefaultArgument())
    To->setDefaultArgument(Context, P->getDefaultArgument());
}

NamedDecl *copy(ASTContext &Context, clang::DeclContext *Scope, const TemplateTypeParmDecl *P,
                const NamedDecl *Previous) {
  auto *New = TemplateTypeParmDecl::Create(Context, Scope, P->getBeginLoc(), P->getLocation(),
                                           P->getDepth(), P->getIndex(), P->getIdentifier(),
                                           P->wasDeclaredWithTypename(), P->isParameterPack(),
                                           P->hasTypeConstraint());
  New->setImplicit(P->isImplicit());
  if (const clang::TypeConstraint *C = P->getTypeConstraint())
#if AD_LLVM_VERSION >= 22
    New->setTypeConstraint(C->getConceptReference(), C->getImmediatelyDeclaredConstraint(),
                           C->getArgPackSubstIndex());
#else
    New->setTypeConstraint(C->getConceptReference(), C->getImmediatelyDeclaredConstraint());
#endif
  copyDefault(Context, P, Previous, New);
  return New;
}

NamedDecl *copy(ASTContext &Context, clang::DeclContext *Scope, const NonTypeTemplateParmDecl *P,
                const NamedDecl *Previous) {
  auto *New = NonTypeTemplateParmDecl::Create(
      Context, Scope, P->getBeginLoc(), P->getLocation(), P->getDepth(), P->getPosition(),
      P->getIdentifier(), P->getType(), P->isParameterPack(), P->getTypeSourceInfo());
  if (clang::Expr *C = P->getPlaceholderTypeConstraint())
    New->setPlaceholderTypeConstraint(C);
  copyDefault(Context, P, Previous, New);
  return New;
}

NamedDecl *copy(ASTContext &Context, clang::DeclContext *Scope, const TemplateTemplateParmDecl *P,
                const NamedDecl *Previous) {
  auto *New =
      TemplateTemplateParmDecl::Create(Context, Scope, P->getLocation(), P->getDepth(),
                                       P->getPosition(), P->isParameterPack(), P->getIdentifier(),
#if AD_LLVM_VERSION >= 22
                                       P->templateParameterKind(),
#endif
                                       P->wasDeclaredWithTypename(), P->getTemplateParameters());
  copyDefault(Context, P, Previous, New);
  return New;
}

TemplateParameterList *copy(ASTContext &Context, clang::DeclContext *Scope,
                            const TemplateParameterList *List,
                            const TemplateParameterList *Previous) {
  llvm::SmallVector<NamedDecl *, 4> Parameters;
  for (unsigned I = 0; I != List->size(); ++I) {
    const NamedDecl *P = List->getParam(I);
    const NamedDecl *Before = Previous && I < Previous->size() ? Previous->getParam(I) : nullptr;
    if (const auto *Type = llvm::dyn_cast<TemplateTypeParmDecl>(P))
      Parameters.push_back(copy(Context, Scope, Type, Before));
    else if (const auto *Value = llvm::dyn_cast<NonTypeTemplateParmDecl>(P))
      Parameters.push_back(copy(Context, Scope, Value, Before));
    else
      Parameters.push_back(copy(Context, Scope, llvm::cast<TemplateTemplateParmDecl>(P), Before));
  }
  return TemplateParameterList::Create(Context, List->getTemplateLoc(), List->getLAngleLoc(),
                                       Parameters, List->getRAngleLoc(),
                                       const_cast<clang::Expr *>(List->getRequiresClause()));
}

//===-- Instances ---------------------------------------------------------===//

/// The function template in Class, an instance of a class template, that comes from Pattern.
FunctionTemplateDecl *templateIn(clang::CXXRecordDecl *Class, const FunctionTemplateDecl *Pattern) {
  for (NamedDecl *Found : Class->lookup(Pattern->getDeclName()))
    if (auto *T = llvm::dyn_cast<FunctionTemplateDecl>(Found))
      if (originOf(T)->getCanonicalDecl() == Pattern->getCanonicalDecl())
        return T;
  return nullptr;
}

FunctionDecl *declaration(clang::Sema &S, const FunctionDecl *Pattern, FunctionDecl *Companion) {
  auto *Class = llvm::dyn_cast<clang::CXXRecordDecl>(Companion->getDeclContext());
  if (FunctionTemplateDecl *T = Pattern->getDescribedFunctionTemplate()) {
    if (Class)
      T = templateIn(Class, originOf(T)->getCanonicalDecl());
    const clang::TemplateArgumentList *Arguments = Companion->getTemplateSpecializationArgs();
    if (!T || !Arguments)
      return nullptr;
    return S.InstantiateFunctionDeclaration(T, Arguments, Companion->getPointOfInstantiation());
  }
  if (!Class)
    return nullptr;
  for (NamedDecl *Found : Class->lookup(Pattern->getDeclName()))
    if (auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(Found))
      if (ad::attributes::originOf(Method)->getCanonicalDecl() == Pattern->getCanonicalDecl())
        return Method;
  return nullptr;
}

/// Instantiates the body of F, also where `extern template` says that it is to be had elsewhere.
void define(clang::Sema &S, FunctionDecl *F, clang::SourceLocation Loc) {
  clang::TemplateSpecializationKind Kind = F->getTemplateSpecializationKind();
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (F->isDefined() || Kind == clang::TSK_ExplicitSpecialization || !Pattern ||
      !Pattern->isDefined())
    return;
  bool Elsewhere = Kind == clang::TSK_ExplicitInstantiationDeclaration;
  if (Elsewhere)
    F->setTemplateSpecializationKind(clang::TSK_ImplicitInstantiation);
  S.InstantiateFunctionDefinition(Loc, F, /*Recursive=*/true, /*DefinitionRequired=*/false,
                                  /*AtEndOfTU=*/true);
  if (Elsewhere)
    F->setTemplateSpecializationKind(Kind);
}

class ParameterNames : public TreeVisitor {
public:
  bool Found = false;

private:
  bool visitStmt(const clang::Stmt *S) override {
    const auto *E = llvm::dyn_cast<clang::DeclRefExpr>(S);
    Found |= llvm::isa<clang::CXXThisExpr>(S) || (E && llvm::isa<clang::ParmVarDecl>(E->getDecl()));
    return !Found;
  }
};

const clang::Expr *trailingRequires(const FunctionDecl *F) {
#if AD_LLVM_VERSION >= 22
  return F->getTrailingRequiresClause().ConstraintExpr;
#else
  return F->getTrailingRequiresClause();
#endif
}

} // namespace

const FunctionDecl *originOf(const FunctionDecl *F) {
  for (;;) {
    if (const FunctionTemplateDecl *T = F->getPrimaryTemplate())
      return originOf(T)->getTemplatedDecl();
    if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
      return originOf(T)->getTemplatedDecl();
    const FunctionDecl *Outer = F->getInstantiatedFromMemberFunction();
    if (!Outer)
      return F;
    F = Outer;
  }
}

bool isPattern(const FunctionDecl *F) {
  return F->getDescribedFunctionTemplate() || F->isDependentContext();
}

bool isInstance(const FunctionDecl *F) {
  return F->getPrimaryTemplate() || F->getInstantiatedFromMemberFunction();
}

static clang::QualType localType(llvm::ArrayRef<clang::TemplateArgument> Arguments) {
  for (const clang::TemplateArgument &A : Arguments) {
    if (A.getKind() == clang::TemplateArgument::Type && A.getAsType()->hasUnnamedOrLocalType())
      return A.getAsType();
    if (A.getKind() == clang::TemplateArgument::Pack)
      if (clang::QualType T = localType(A.getPackAsArray()); !T.isNull())
        return T;
  }
  return {};
}

clang::QualType localArgument(const FunctionDecl *F) {
  if (const clang::TemplateArgumentList *Own = F->getTemplateSpecializationArgs())
    if (clang::QualType T = localType(Own->asArray()); !T.isNull())
      return T;
  for (const clang::DeclContext *D = F->getDeclContext(); D; D = D->getParent())
    if (const auto *Class = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(D))
      if (clang::QualType T = localType(Class->getTemplateArgs().asArray()); !T.isNull())
        return T;
  return {};
}

void makeTemplate(clang::Sema &S, FunctionDecl *F, const FunctionDecl *Previous,
                  FunctionDecl *Companion) {
  if (!isPattern(F))
    return;
  Companion->setLateTemplateParsed();
  const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate();
  if (!T)
    return;
  const FunctionTemplateDecl *Before =
      Previous ? Previous->getDescribedFunctionTemplate() : nullptr;
  clang::DeclContext *Scope = Companion->getDeclContext();
  TemplateParameterList *List = copy(S.Context, Scope, T->getTemplateParameters(),
                                     Before ? Before->getTemplateParameters() : nullptr);
  auto *New = FunctionTemplateDecl::Create(S.Context, Scope, T->getLocation(),
                                           Companion->getDeclName(), List, Companion);
  New->setLexicalDeclContext(Companion->getLexicalDeclContext());
  Companion->setDescribedFunctionTemplate(New);
  Companion->setTrailingRequiresClause(F->getTrailingRequiresClause());
}

std::string templateKey(const FunctionDecl *F) {
  const ASTContext &Context = F->getASTContext();
  llvm::FoldingSetNodeID Key;
  if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate()) {
    Key.AddString(F->getDeclaredReturnType().getCanonicalType().getAsString());
    for (const NamedDecl *P : *T->getTemplateParameters()) {
      Key.AddInteger(P->getKind());
      Key.AddBoolean(P->isParameterPack());
      if (const auto *Value = llvm::dyn_cast<NonTypeTemplateParmDecl>(P))
        Key.AddString(Value->getType().getCanonicalType().getAsString());
      if (const auto *Type = llvm::dyn_cast<TemplateTypeParmDecl>(P))
        if (const clang::TypeConstraint *C = Type->getTypeConstraint())
          C->getImmediatelyDeclaredConstraint()->Profile(Key, Context, /*Canonical=*/true);
    }
    if (const clang::Expr *E = T->getTemplateParameters()->getRequiresClause())
      E->Profile(Key, Context, /*Canonical=*/true);
  }
  if (const clang::Expr *E = trailingRequires(F))
    E->Profile(Key, Context, /*Canonical=*/true);
  return std::to_string(Key.ComputeHash());
}

bool namesItsParameters(const FunctionDecl *F) {
  if (!isPattern(F))
    return false;
  ParameterNames Names;
  if (const clang::Expr *E = trailingRequires(F))
    Names.traverse(E);
  Names.traverse(F->getReturnType());
  for (const clang::ParmVarDecl *P : F->parameters())
    Names.traverse(P->getType());
  return Names.Found;
}

FunctionDecl *primalInstance(clang::Sema &S, const FunctionDecl *Pattern, FunctionDecl *Companion) {
  FunctionDecl *F = declaration(S, Pattern, Companion);
  if (!F || F->isInvalidDecl())
    return nullptr;
  define(S, F, Companion->getPointOfInstantiation());
  FunctionDecl *Definition = F->getDefinition();
  return Definition ? Definition : F;
}

} // namespace ad::attributes
