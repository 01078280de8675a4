//===- driver/custom_rules.cpp - companions that already exist ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/driver/custom_rules.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/attributes/templates.h"
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

/// Whether storage that outlives a call is reached through a value of type T.
static bool leadsOut(QualType T) {
  if (T->isReferenceType() || T->isPointerType())
    return true;
  if (const auto *A = T->getAsArrayTypeUnsafe())
    return leadsOut(A->getElementType());
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && RD->hasDefinition() &&
         (llvm::any_of(RD->fields(), [](const FieldDecl *D) { return leadsOut(D->getType()); }) ||
          llvm::any_of(RD->bases(),
                       [](const CXXBaseSpecifier &B) { return leadsOut(B.getType()); }));
}

static bool isTape(QualType T) {
  const auto *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!T->isLValueReferenceType() || !RD || !RD->getIdentifier() || RD->getName() != "tape")
    return false;
  const auto *N = llvm::dyn_cast<NamespaceDecl>(RD->getEnclosingNamespaceContext());
  while (N && N->isInline())
    N = llvm::dyn_cast<NamespaceDecl>(N->getParent());
  return N && N->getName() == "ad";
}

/// The body of FD may be in another file than its callers: a prototype came first. Those callers
/// need the two halves of its adjoint, if it reads or writes through handles.
static bool sharesSweeps(Sema &S, const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  if (!attributes::isRequested(FD, Mode::Reverse) || !FD->isExternallyVisible() ||
      FD->isTemplated() || attributes::isInstance(FD))
    return false;
  if (FD->hasBody(Def) && (Def->isInlined() || !Def->getPreviousDecl()))
    return false;
  if (const auto *MD = llvm::dyn_cast<CXXMethodDecl>(FD))
    if (MD->isVirtual())
      return false;
  for (const attributes::CompanionParameter &P :
       attributes::signatureOf(S, FD, Mode::Reverse).Parameters)
    if (P.Role == attributes::ParameterRole::ThisDerivative ||
        (P.Role == attributes::ParameterRole::Derivative &&
         leadsOut(FD->getParamDecl(P.Primal)->getType())))
      return true;
  return false;
}

/// Which derivatives of FD's parameters the rule C, whose parameters are those of Wanted from First
/// on, takes as pointers that may be null.
static std::vector<bool> nullable(const FunctionDecl *FD, const FunctionDecl *C,
                                  const attributes::Signature &Wanted, unsigned First) {
  std::vector<bool> Found(FD->getNumParams());
  for (const attributes::CompanionParameter &P : Wanted.Parameters) {
    const ParmVarDecl *D = C->getParamDecl(First++);
    if (P.Role == attributes::ParameterRole::Derivative)
      Found[P.Primal] = D->getType()->getNullability() == NullabilityKind::Nullable;
  }
  return Found;
}

/// Whether there are f_forward_sweep and f_reverse_sweep with the parameters that callers pass.
static bool hasPairByHand(Sema &S, const FunctionDecl *FD, core::Function &F) {
  if (!FD->getDeclName().isIdentifier() || FD->isTemplateInstantiation() ||
      FD->getDeclContext()->isRecord())
    return false;
  attributes::Signature Wanted;
  auto Matches = [&](FunctionDecl *C, bool Forward) {
    if (attributes::isCompanion(C) || C->getNumParams() == 0 ||
        !isTape(C->getParamDecl(0)->getType()))
      return false;
    if (Wanted.Parameters.empty())
      Wanted = attributes::signatureOf(S, FD, Mode::Reverse);
    unsigned I = 1;
    for (const attributes::CompanionParameter &P : Wanted.Parameters) {
      bool OfHandle = P.Role == attributes::ParameterRole::Derivative &&
                      leadsOut(FD->getParamDecl(P.Primal)->getType());
      if (Forward && P.Role != attributes::ParameterRole::Primal && !OfHandle)
        continue;
      if (I >= C->getNumParams() ||
          !S.Context.hasSameUnqualifiedType(C->getParamDecl(I++)->getType(), P.Type))
        return false;
    }
    if (I != C->getNumParams())
      return false;
    if (!Forward)
      F.Nullable["sweeps"] = nullable(FD, C, Wanted, 1);
    return true;
  };
  auto Has = [&](llvm::StringRef Suffix, bool Forward) {
    return llvm::any_of(functionsNamed(S, FD->getDeclContext(), (FD->getName() + Suffix).str()),
                        [&](FunctionDecl *C) { return Matches(C, Forward); });
  };
  return Has("_forward_sweep", true) && Has("_reverse_sweep", false);
}

void findCompanions(Sema &S, const FunctionDecl *FD, core::Function &F) {
  if (llvm::isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(FD))
    return;
  F.SharesSweeps = sharesSweeps(S, FD);
  if (!attributes::isRequested(FD, Mode::Reverse) && hasPairByHand(S, FD, F))
    F.HandWritten["sweeps"] = true;
  for (Mode M : {Mode::Forward, Mode::Reverse, Mode::Checkpointed}) {
    std::string Key = attributes::spelling(M).str();
    std::string Name = attributes::companionName(FD, M);
    if (attributes::isRequested(FD, M) && !attributes::isInstance(FD)) {
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
      if (!Free)
        F.Nullable[Key] = nullable(FD, Match, Wanted, 0);
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
