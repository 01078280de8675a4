//===- driver/custom_rules.cpp - companions that already exist ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/custom_rules.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::driver {

using attributes::Mode;

/// The functions called Name in D.
static llvm::SmallVector<FunctionDecl *, 2> functionsNamed(Sema &S, const DeclContext *D,
                                                           llvm::StringRef Name) {
  llvm::SmallVector<FunctionDecl *, 2> Found;
  DeclarationName N(&S.Context.Idents.get(Name));
  for (NamedDecl *Each : D->getRedeclContext()->lookup(N))
    if (auto *F = llvm::dyn_cast<FunctionDecl>(Each->getUnderlyingDecl()))
      Found.push_back(F);
  return Found;
}

static std::string showTypes(llvm::ArrayRef<QualType> Types) {
  std::string Text = "(";
  for (QualType T : Types)
    Text += (Text.size() > 1 ? ", " : "") + T.getAsString();
  return Text + ")";
}

std::string writableName(const NamedDecl *D) {
  std::string Name;
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (auto *N = llvm::dyn_cast<NamedDecl>(C); N && !N->getName().empty())
      if (auto *Space = llvm::dyn_cast<NamespaceDecl>(N); !Space || !Space->isInline())
        Name = N->getNameAsString() + "::" + Name;
  return Name + D->getNameAsString();
}

void findCompanions(Sema &S, const FunctionDecl *FD, core::Function &F) {
  if (llvm::isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(FD))
    return;
  for (Mode M : {Mode::Forward, Mode::Reverse}) {
    std::string Key = attributes::spelling(M).str();
    std::string Name = attributes::companionName(FD, M);
    if (attributes::isRequested(FD, M)) {
      std::string Qualifier = writableName(FD);
      size_t Colon = Qualifier.rfind("::");
      F.Companions[Key] = (Colon == std::string::npos ? "" : Qualifier.substr(0, Colon + 2)) + Name;
      continue;
    }
    if (!FD->getDeclName().isIdentifier() || FD->isTemplateInstantiation())
      continue;
    const DeclContext *Own = FD->getDeclContext();
    llvm::SmallVector<FunctionDecl *, 2> Candidates = functionsNamed(S, Own, Name);
    bool Free = false;
    if (Candidates.empty() && Own->isRecord()) {
      Candidates = functionsNamed(S, Own->getEnclosingNamespaceContext(), Name);
      Free = !Candidates.empty();
    }
    llvm::erase_if(Candidates, [](FunctionDecl *C) { return attributes::isCompanion(C); });
    if (Candidates.empty())
      continue;
    attributes::Signature Wanted = attributes::signatureOf(S, FD, M);
    llvm::SmallVector<QualType, 8> Types;
    for (const attributes::CompanionParameter &P : Wanted.Parameters)
      Types.push_back(P.Type);
    if (Free)
      if (auto *Method = llvm::dyn_cast<CXXMethodDecl>(FD); Method && Method->isInstance()) {
        QualType Self = attributes::typeOf(S.Context, Method->getParent());
        Types.insert(Types.begin(),
                     S.Context.getLValueReferenceType(Method->isConst() ? Self.withConst() : Self));
      }
    FunctionDecl *Match = nullptr;
    for (FunctionDecl *C : Candidates) {
      if (C->getNumParams() != Types.size())
        continue;
      bool Same = true;
      for (unsigned I = 0; I < Types.size(); ++I)
        Same &= S.Context.hasSameUnqualifiedType(C->getParamDecl(I)->getType(), Types[I]);
      if (Same)
        Match = C;
    }
    if (Match) {
      F.Companions[Key] = writableName(Match);
      F.HandWritten[Key] = true;
      continue;
    }
    Diagnostics D(S.getDiagnostics());
    D.warning(Candidates[0]->getLocation(), quoted(Candidates[0]) +
                                                " is not used as the derivative of " + quoted(FD) +
                                                ": its parameters are not those of the companion");
    D.note(FD->getLocation(), "the companion's parameters are " + showTypes(Types));
  }
}

} // namespace ad::driver
