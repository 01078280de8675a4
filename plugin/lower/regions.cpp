//===- lower/regions.cpp - ad::checkpoint -----------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A call of ad::checkpoint (ad/region.h) becomes a block that is marked; what the closure returns
// is assigned to a variable in front of it.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"

using namespace clang;

namespace ad::lower {

using core::StmtKind;

static bool isCheckpoint(const FunctionDecl *FD) {
  const auto *Space = dyn_cast<NamespaceDecl>(FD->getDeclContext());
  return Space && Space->getName() == "ad" && Space->getParent()->isTranslationUnit() &&
         FD->getIdentifier() && FD->getName() == "checkpoint" && FD->getNumParams() == 1;
}

const core::Expr *FunctionLowering::regionCall(const CallExpr *E, const FunctionDecl *FD,
                                               bool &Known) {
  if (!isCheckpoint(FD))
    return nullptr;
  Known = true;
  SourceLocation Loc = E->getExprLoc();
  const Expr *Body = E->getArg(0);
  if (!isKnownFunction(Body)) {
    error(Loc, "cannot differentiate this region: which function it runs is not known",
          "write the lambda where ad::checkpoint is called");
    return poison(E);
  }
  core::Variable *Result = nullptr;
  if (const core::Type *Ty = type(FD->getReturnType()); !Ty->isVoid()) {
    if (!Ty->isReal() && !Ty->isInteger() && !(Ty->isRecord() && Ty->IsBytes && !Ty->IsTagged)) {
      error(Loc,
            "cannot differentiate a region that returns an object of type '" + Ty->Spelling + "'",
            "let it return a number, or set a variable that is declared ahead of it");
      return poison(E);
    }
    Result = declare("checkpoint_value", Ty, nullptr, /*Const=*/false, Loc);
    Changing.insert(Result);
  }
  core::Stmt *Region = stmt(StmtKind::Block, Loc);
  Region->Checkpoint = true;
  Region->Then = capture([&] {
    const core::Expr *Value = inlineCall(FD, nullptr, nullptr, {Body}, E);
    if (Result)
      assign(name(Result, Loc), Value, Loc);
  });
  emit(Region);
  return Result ? name(Result, Loc) : literal("0", M.intType(), Loc);
}

} // namespace ad::lower
