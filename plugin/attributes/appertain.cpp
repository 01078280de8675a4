//===- attributes/appertain.cpp - where the attribute may stand -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// One row per kind of function that is refused: the test, the message, the way out.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/appertain.h"
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

using clang::CXXMethodDecl;
using clang::FunctionDecl;

namespace {

const CXXMethodDecl *asMethod(const FunctionDecl *F) { return llvm::dyn_cast<CXXMethodDecl>(F); }

bool isLambda(const FunctionDecl *F) {
  const CXXMethodDecl *Method = asMethod(F);
  return Method && Method->getParent()->isLambda();
}

bool isOtherOperator(const FunctionDecl *F) {
  return (F->isOverloadedOperator() && F->getOverloadedOperator() != clang::OO_Call) ||
         llvm::isa<clang::CXXConversionDecl>(F) || F->getLiteralIdentifier();
}

bool isInLocalClass(const FunctionDecl *F) {
  const CXXMethodDecl *Method = asMethod(F);
  return Method && Method->getParent()->isLocalClass();
}

bool isLocalDeclaration(const FunctionDecl *F) {
  return F->getLexicalDeclContext()->isFunctionOrMethod() || F->isLocalExternDecl();
}

/// Template parameters cannot be copied to the companion of one set of arguments alone.
bool isSpecialisation(const FunctionDecl *F) { return F->isFunctionTemplateSpecialization(); }

bool isMemberSpecialisation(const FunctionDecl *F) {
  return !F->getDescribedFunctionTemplate() && F->getMemberSpecializationInfo();
}

/// Instances of the class that exist already would lack the companion.
bool isOutsideItsTemplate(const FunctionDecl *F) {
  if (!F->isOutOfLine() || !F->getDeclContext()->isDependentContext())
    return false;
  const FunctionDecl *Inside = previousDeclaration(F);
  return !Inside || !annotatedDeclaration(Inside);
}

bool isParsedLate(const FunctionDecl *F) {
  return isPattern(F) && F->getASTContext().getLangOpts().DelayedTemplateParsing;
}

bool hasPack(const FunctionDecl *F) {
  for (const clang::ParmVarDecl *P : F->parameters())
    if (P->isParameterPack())
      return true;
  return false;
}

bool isDeduced(const FunctionDecl *F) { return F->getReturnType()->getContainedDeducedType(); }

bool returnsHandle(const FunctionDecl *F) {
  clang::QualType T = F->getReturnType();
  return T->isReferenceType() ||
         (T->isPointerType() && !T->isVoidPointerType() && !T->isFunctionPointerType());
}

bool hasExplicitObject(const FunctionDecl *F) {
  const CXXMethodDecl *Method = asMethod(F);
  return Method && Method->isExplicitObjectMemberFunction();
}

bool isVolatile(const FunctionDecl *F) {
  const CXXMethodDecl *Method = asMethod(F);
  return Method && Method->isVolatile();
}

/// Whether `ad` or `std` is another namespace, or a function, where companions of F stand.
bool hidesNamespaces(const FunctionDecl *F) {
  clang::ASTContext &Context = F->getASTContext();
  for (const clang::DeclContext *In = F->getDeclContext()->getRedeclContext(); In;
       In = In->getParent() ? In->getParent()->getRedeclContext() : nullptr) // not `extern "C"`
    for (llvm::StringRef Name : {"ad", "std"})
      for (const clang::NamedDecl *D : In->lookup(&Context.Idents.get(Name)))
        if (In->isTranslationUnit() ? llvm::isa<FunctionDecl>(D)
                                    : llvm::isa<clang::NamespaceDecl>(D))
          return true;
  return false;
}

struct Refusal {
  bool (*Applies)(const FunctionDecl *F);
  const char *What;
  const char *WayOut; ///< null if there is none to name
};

constexpr const char *WriteAFunction =
    "write a function that does the same and annotate that; calls inside it are differentiated";

const Refusal Refusals[] = {
    {isLambda, "a lambda", "annotate a function that calls it"},
    {[](const FunctionDecl *F) { return llvm::isa<clang::CXXConstructorDecl>(F); }, "a constructor",
     WriteAFunction},
    {[](const FunctionDecl *F) { return llvm::isa<clang::CXXDestructorDecl>(F); }, "a destructor",
     nullptr},
    {[](const FunctionDecl *F) { return llvm::isa<clang::CXXDeductionGuideDecl>(F); },
     "a deduction guide", nullptr},
    {isOtherOperator, "an operator other than 'operator()'", WriteAFunction},
    {[](const FunctionDecl *F) { return F->isMain(); }, "'main'", nullptr},
    {isInLocalClass, "a member of a local class", "annotate a function that calls it"},
    {isLocalDeclaration, "a declaration inside a function",
     "move the declaration to the enclosing namespace"},
    {[](const FunctionDecl *F) { return F->getFriendObjectKind() != clang::Decl::FOK_None; },
     "a friend declaration", "annotate a declaration in the enclosing namespace"},
    {[](const FunctionDecl *F) { return F->isConsteval(); }, "a consteval function", nullptr},
    {hasExplicitObject, "a method with an explicit object parameter", WriteAFunction},
    {isVolatile, "a volatile method", nullptr},
    {[](const FunctionDecl *F) { return F->isVariadic(); }, "a function with variable arguments",
     nullptr},
    {isSpecialisation, "a specialisation of a template",
     "annotate the template: its derivatives are made from the specialisation where there is one"},
    {isMemberSpecialisation, "a specialisation of a member of a template",
     "annotate the member of the template: its derivatives are made from the specialisation where "
     "there is one"},
    {isOutsideItsTemplate, "a member of a class template outside of its class",
     "annotate the declaration inside the class"},
    {isParsedLate, "a template with -fdelayed-template-parsing",
     "compile with -fno-delayed-template-parsing"},
    {namesItsParameters, "a function whose types or constraints name its parameters",
     "write the types in terms of the template parameters"},
    {hidesNamespaces, "a function where 'ad' or 'std' is not that namespace",
     "rename what is declared there: derivatives use both"},
    {hasPack, "a function with a parameter pack", "annotate a function that calls it"},
    {isDeduced, "a function whose result type is deduced", "write the result type"},
    {returnsHandle, "a function that returns a pointer or a reference",
     "return the value, or write to an out-parameter"},
};

} // namespace

bool checkPlace(clang::Sema &S, const FunctionDecl *F, clang::SourceLocation Attribute) {
  driver::Diagnostics Diags(S.getDiagnostics());
  auto Refuse = [&](const Refusal &R, const std::string &Message) {
    Diags.error(Attribute, Message, F->getNameInfo().getSourceRange());
    if (R.WayOut)
      Diags.note(F->getLocation(), R.WayOut);
    return false;
  };
  for (const Refusal &R : Refusals)
    if (R.Applies(F))
      return Refuse(R, std::string("'ad::differentiate' cannot be applied to ") + R.What);
  return true;
}

} // namespace ad::attributes
