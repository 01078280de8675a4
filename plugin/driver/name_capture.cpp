//===- driver/name_capture.cpp - names must mean what they meant ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Only declarations of the user's count: what the implementation declares (`::sin`, `std::sin`) is
// the same function under several names, and rules use it freely.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/name_capture.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/tree_visitor.h"
#include "plugin/driver/diagnostics.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/overloads.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ad::driver {

using clang::FunctionDecl;
using clang::NamedDecl;

namespace {

/// The functions and variables outside of functions that a body refers to, each with one place.
class References : public attributes::TreeVisitor {
public:
  explicit References(const clang::SourceManager &SM) : TreeVisitor(Instantiations), SM(SM) {}

  llvm::MapVector<const NamedDecl *, clang::SourceLocation> Found;
  llvm::SmallVector<const FunctionDecl *, 8> Called; ///< with a body that is not the library's
  llvm::MapVector<const FunctionDecl *, clang::SourceLocation> Instances; ///< of templates

private:
  bool visitStmt(const clang::Stmt *S) override {
    if (const auto *E = llvm::dyn_cast<clang::DeclRefExpr>(S))
      note(E->getDecl(), E->getLocation());
    if (const auto *E = llvm::dyn_cast<clang::MemberExpr>(S))
      note(E->getMemberDecl(), E->getMemberLoc());
    return true;
  }
  void note(const NamedDecl *D, clang::SourceLocation Loc) {
    const auto *F = llvm::dyn_cast<FunctionDecl>(D);
    const auto *V = llvm::dyn_cast<clang::VarDecl>(D);
    if (!F && !(V && V->hasGlobalStorage() && !V->isStaticLocal()))
      return;
    if (SM.isInSystemHeader(D->getLocation()) || lower::isInEigen(D)) // however it is included
      return;
    // Copying an object is not what a name means.
    if (const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(D);
        Method && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()))
      return;
    if (F && F->getDefinition())
      Called.push_back(F->getDefinition());
    // All specialisations of a template count as one, and so do members of them. What no call would
    // deduce is compared by itself.
    if (F && F->getPrimaryTemplate()) {
      Instances.insert({F->getCanonicalDecl(), Loc});
      D = F->getPrimaryTemplate();
    }
    if (const clang::VarDecl *Pattern = V ? V->getTemplateInstantiationPattern() : nullptr)
      D = Pattern;
    Found.insert({llvm::cast<NamedDecl>(D->getCanonicalDecl()), Loc});
  }

  const clang::SourceManager &SM;
};

/// Whether D overrides one of the methods in Meant: called on the same object, that is what runs.
bool overridesOneOf(const NamedDecl *D, const References &Meant) {
  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(D);
  return Method && llvm::any_of(Method->overridden_methods(), [&](const clang::CXXMethodDecl *Of) {
           return Meant.Found.count(Of->getCanonicalDecl()) || overridesOneOf(Of, Meant);
         });
}

/// Whether A and B are methods of classes that have nothing to do with each other: the object tells
/// them apart, whatever else is declared.
bool areOfDifferentObjects(const NamedDecl *A, const NamedDecl *B) {
  const auto *First = llvm::dyn_cast<clang::CXXMethodDecl>(A);
  const auto *Second = llvm::dyn_cast<clang::CXXMethodDecl>(B);
  if (!First || !Second)
    return false;
  const clang::CXXRecordDecl *C = First->getParent(), *D = Second->getParent();
  return C->getCanonicalDecl() != D->getCanonicalDecl() && C->hasDefinition() &&
         D->hasDefinition() && !C->isDerivedFrom(D) && !D->isDerivedFrom(C);
}

/// Whether A and B, instances of one template, may be taken for each other where the arguments that
/// no call deduces are left out: all of those have defaults, and some differ.
bool differByDefaults(clang::Sema &S, const FunctionDecl *A, const FunctionDecl *B) {
  llvm::SmallBitVector Deduced;
  const clang::FunctionTemplateDecl *Template = A->getPrimaryTemplate();
  S.MarkDeducedTemplateParameters(Template, Deduced);
  const auto First = A->getTemplateSpecializationArgs()->asArray();
  const auto Second = B->getTemplateSpecializationArgs()->asArray();
  bool Differ = false;
  for (unsigned I = 0; I < First.size() && I < Second.size() && I < Deduced.size(); ++I) {
    if (Deduced[I])
      continue;
    const NamedDecl *P = Template->getTemplateParameters()->getParam(I);
    const auto *Type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(P);
    const auto *Value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(P);
    if (!(Type && Type->hasDefaultArgument()) && !(Value && Value->hasDefaultArgument()))
      return false;
    // Local classes are declared again in companions.
    if (lower::hasNoName(First[I]) || lower::hasNoName(Second[I]))
      return false;
    Differ |= !S.Context.getCanonicalTemplateArgument(First[I]).structurallyEquals(
        S.Context.getCanonicalTemplateArgument(Second[I]));
  }
  return Differ;
}

/// An instance in Meant of the template of A that may be taken for A; null if there is none, or
/// another that is A.
const FunctionDecl *otherInstance(clang::Sema &S, const FunctionDecl *A, const References &Meant) {
  const FunctionDecl *Other = nullptr;
  for (const auto &[B, Loc] : Meant.Instances) {
    if (B->getPrimaryTemplate()->getCanonicalDecl() != A->getPrimaryTemplate()->getCanonicalDecl())
      continue;
    if (!differByDefaults(S, A, B))
      return nullptr;
    Other = B;
  }
  return Other;
}

} // namespace

bool checkNames(clang::Sema &S, const attributes::Request &R) {
  const clang::SourceManager &SM = S.getSourceManager();
  References Meant(SM);
  llvm::SmallPtrSet<const FunctionDecl *, 8> Visited;
  Meant.Called.push_back(R.Primal);
  while (!Meant.Called.empty()) {
    const FunctionDecl *F = Meant.Called.pop_back_val();
    if (Visited.insert(F->getCanonicalDecl()).second)
      Meant.traverse(F); // constructors' member initialisers included
  }
  llvm::DenseMap<clang::DeclarationName, llvm::SmallVector<const NamedDecl *, 1>> ByName;
  for (const auto &[D, Loc] : Meant.Found)
    ByName[D->getDeclName()].push_back(D);

  References Means(SM);
  Means.traverse(R.Companion->getDefinition());
  bool Fine = true;
  auto Refuse = [&](const NamedDecl *D, const NamedDecl *Instead) {
    Diagnostics Diags(S.getDiagnostics());
    Diags.error(R.Where, "in the companion " + quoted(R.Companion) +
                             ", which stands at the end of "
                             "the file, " +
                             quoted(D->getNameAsString()) + " means another declaration than in " +
                             quoted(R.Primal));
    Diags.note(Instead->getLocation(), "meant here");
    Diags.note(D->getLocation(), "found at the end of the file; give it another name");
    Fine = false;
  };
  for (const auto &[F, Loc] : Means.Instances)
    if (const FunctionDecl *Other = otherInstance(S, F, Meant))
      Refuse(F, Other);
  for (const auto &[D, Loc] : Means.Found) {
    const auto Named = ByName.find(D->getDeclName());
    if (Named == ByName.end() || Meant.Found.count(D) || overridesOneOf(D, Meant))
      continue;
    const auto *Same = llvm::find_if(Named->second, [D = D](const NamedDecl *Other) {
      return !areOfDifferentObjects(D, Other);
    });
    if (Same == Named->second.end())
      continue;
    Refuse(D, *Same);
  }
  return Fine;
}

} // namespace ad::driver
