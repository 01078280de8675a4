//===- lower/companions.cpp - companions of a callee ----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/companions.h"
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/names.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using attributes::Mode;

/// Whether Candidate has exactly the parameters of FD's companion.
static bool fits(Sema &S, const FunctionDecl *FD, const FunctionDecl *Candidate, Mode M) {
  attributes::Signature Sig = attributes::signatureOf(S, FD, M);
  if (Candidate->getNumParams() != Sig.Parameters.size() ||
      !S.Context.hasSameType(Candidate->getReturnType(), Sig.Result))
    return false;
  for (unsigned I = 0; I < Sig.Parameters.size(); ++I)
    if (!S.Context.hasSameUnqualifiedType(Candidate->getParamDecl(I)->getType(),
                                          Sig.Parameters[I].Type))
      return false;
  return true;
}

void findCompanions(Sema &S, const FunctionDecl *FD, core::Function &F, Lowering &L) {
  for (Mode M : attributes::allModes()) {
    if (!attributes::isSupported(M))
      continue;
    std::string Mode = attributes::spelling(M).str();
    if (attributes::isRequested(FD, M)) {
      if (const FunctionDecl *C = attributes::findCompanion(FD, M))
        F.Companions[Mode] = L.qualifiedName(C);
      continue;
    }
    if (!FD->getIdentifier() || FD->isDependentContext() || isLibrary(FD))
      continue;
    DeclarationName Wanted = &S.Context.Idents.get(attributes::companionName(FD, M));
    for (const NamedDecl *D : FD->getDeclContext()->getRedeclContext()->lookup(Wanted)) {
      const auto *C = dyn_cast<FunctionDecl>(D);
      if (C && !attributes::isCompanion(C) && fits(S, FD, C, M)) {
        F.Companions[Mode] = L.qualifiedName(C);
        F.HandWritten[Mode] = true;
      }
    }
  }
}

} // namespace ad::lower
